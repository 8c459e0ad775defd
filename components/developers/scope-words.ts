import { type ApiKeyScope, OWNER_SCOPES } from "@/lib/contract/scopes";

type OwnerScope = (typeof OWNER_SCOPES)[number];

/** Describes the scopes that only owners grant. */
export const OWNER_SCOPE_WORDS: Record<OwnerScope, string> = {
  card_data: "Read full card numbers",
  money_out: "Withdraw money",
};

/** Describes the scopes of a key: all, or the missing ones. */
export function scopesText(scopes: readonly ApiKeyScope[]): string {
  const missing = OWNER_SCOPES.filter((scope) => !scopes.includes(scope));
  if (missing.length === 0) return "Full access, including card numbers and withdrawals";
  const [only] = missing;
  if (missing.length > 1) return "No card numbers, no withdrawals";
  return only === "card_data" ? "No card numbers" : "No withdrawals";
}
