import { HOLD_FORMS } from "@/components/ui/held-forms";

const NONCE = /'nonce-([^']+)'/;

/** Keeps what is sent before the page lives. The policy of the answer says which scripts run: only those with its nonce. */
export function HoldForms({ policy }: { policy: string | null }) {
  return (
    // Browsers tell nobody a nonce, so React finds another on the page than it drew.
    <script
      nonce={NONCE.exec(policy ?? "")?.[1]}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a text of ours, with nothing in it that anybody sent
      dangerouslySetInnerHTML={{ __html: HOLD_FORMS }}
    />
  );
}
