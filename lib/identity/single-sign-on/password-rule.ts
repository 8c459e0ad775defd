import { env } from "@/lib/kernel/env";
import { type CredentialsRow, findSsoOnly } from "../store";

/**
 * Whether a person may sign in by password. `break-glass`: only as one of those who are named for the case that the
 * identity provider is down.
 */
export type PasswordRule = "allowed" | "break-glass" | "refused";

/**
 * Returns the rule for a person. Where single sign-on is the only way in, only named people with a second factor may use
 * a password. Source: docs/decisions/0108-single-sign-on.md
 */
export async function passwordRuleOf(
  { id, partnerId, totpSecretSealed }: CredentialsRow,
  emailKey: string,
): Promise<PasswordRule> {
  const { isOnly, isNamed } =
    partnerId === null ? operatorRule(emailKey) : await partnerRule(partnerId, id);
  if (!isOnly) return "allowed";
  return isNamed && totpSecretSealed !== null ? "break-glass" : "refused";
}

function operatorRule(emailKey: string) {
  const { OIDC_ONLY, OIDC_BREAK_GLASS = [] } = env();
  return { isOnly: OIDC_ONLY === "on", isNamed: OIDC_BREAK_GLASS.includes(emailKey) };
}

async function partnerRule(partnerId: string, personId: string) {
  const found = await findSsoOnly(partnerId);
  return { isOnly: found !== undefined, isNamed: found?.breakGlass.includes(personId) === true };
}
