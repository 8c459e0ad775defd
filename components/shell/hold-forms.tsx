import { HOLD_FORMS } from "@/components/ui/held-forms";

const NONCE = /'nonce-([^']+)'/;

/**
 * Renders the script that holds back forms submitted before hydration. Its nonce comes from the response's content
 * security policy.
 */
export function HoldForms({ policy }: { policy: string | null }) {
  return (
    // Browsers hide the nonce from scripts, so React sees a mismatch during hydration.
    <script
      nonce={NONCE.exec(policy ?? "")?.[1]}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a text of ours, with nothing in it that anybody sent
      dangerouslySetInnerHTML={{ __html: HOLD_FORMS }}
    />
  );
}
