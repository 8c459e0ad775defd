import { Notice } from "@/components/ui/notice";

const AGAIN = "You’re not signed in. Try again.";

/** What a refused single sign-on means, and what to do next, by the code in the address of the page. */
const TEXTS: Record<string, readonly [title: string, text: string]> = {
  sso_unavailable: [
    "Single sign-on is not set up for this email",
    "Check the email, or sign in with your password. An owner of your company’s account can set up single sign-on in the settings.",
  ],
  sso_provider_down: [
    "Your identity provider did not respond",
    "You’re not signed in. Try again in a few minutes. If this continues, contact your IT team.",
  ],
  sso_provider_refused: [
    "Your identity provider refused the connection",
    "You’re not signed in. Ask an owner of your company’s account to check the client ID and secret in the settings.",
  ],
  sso_response_too_large: [
    "The response of your identity provider was too large",
    "You’re not signed in. If this continues, contact your IT team.",
  ],
  sso_denied: [
    "Your identity provider did not sign you in",
    "Try again, or ask your IT team to give you access there.",
  ],
  sso_expired: ["The sign-in took too long, or was started in another window", AGAIN],
  sso_token_invalid: [
    "The response of your identity provider was not valid",
    "You’re not signed in. Try again. If this continues, ask an owner of your company’s account to check the identity provider in the settings.",
  ],
  sso_email_unverified: [
    "Your identity provider has not verified your email",
    "Ask your IT team to verify it there, then try again.",
  ],
  sso_foreign_domain: [
    "Your email’s domain is not verified for your company",
    "Sign in at your identity provider with your company email, or ask an owner to add the domain.",
  ],
  sso_not_invited: [
    "You have no access yet",
    "Ask an owner of your company’s account to invite the email you use there, then try again. Operators ask another administrator.",
  ],
  sso_other_account: [
    "A different identity provider account is linked to you",
    "Sign in with that account. If you no longer have it, ask an owner to unlink it in the settings. Operators ask another administrator to invite them again.",
  ],
  sso_failed: ["Something went wrong on our side", AGAIN],
};

/** Explains a refused single sign-on. Shows nothing for an unknown code. */
export function SsoFailure({ code }: { code: string | undefined }) {
  const known = code !== undefined && Object.hasOwn(TEXTS, code) ? TEXTS[code] : undefined;
  if (!known) return null;
  const [title, text] = known;
  return (
    <Notice state="attention" title={title} isLive>
      <p>{text}</p>
    </Notice>
  );
}
