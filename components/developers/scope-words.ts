import {
  API_KEY_SCOPES,
  type ApiKeyScope,
  BASIC_SCOPES,
  OWNER_SCOPES,
} from "@/lib/contract/scopes";

/** The name of each scope, and what a key with it can do. */
export const SCOPE_WORDS: Record<ApiKeyScope, { word: string; text: string }> = {
  read: {
    word: "Read",
    text: "Users, cards without full numbers, transactions, balances and webhook events.",
  },
  users: { word: "Manage users", text: "Create and delete users, set the redirect URL." },
  cards: {
    word: "Manage cards",
    text: "Create, fund, freeze and terminate cards, open disputes, cancel withdrawals.",
  },
  card_data: { word: "Read full card numbers", text: "Card number and CVV in Get Card." },
  money_out: { word: "Withdraw money", text: "Create and cancel withdrawals." },
  webhooks: {
    word: "Manage webhooks",
    text: "Set the URL and the events, pause, resend and replay.",
  },
};

/** The scopes of each preset of a new key. */
export const PRESET_SCOPES = {
  full: API_KEY_SCOPES,
  standard: BASIC_SCOPES,
  read: ["read"],
} as const satisfies Record<string, readonly ApiKeyScope[]>;
export type Preset = keyof typeof PRESET_SCOPES;

const isSame = (scopes: readonly ApiKeyScope[], others: readonly ApiKeyScope[]) =>
  scopes.length === others.length && others.every((scope) => scopes.includes(scope));

/** Describes the scopes of a key in one line. */
export function scopesText(scopes: readonly ApiKeyScope[]): string {
  if (isSame(scopes, PRESET_SCOPES.read)) return "Read-only";
  const missing = API_KEY_SCOPES.filter((scope) => !scopes.includes(scope));
  if (missing.length === 0) return "Full access, including card numbers and withdrawals";
  if (isSame(missing, OWNER_SCOPES)) return "No card numbers, no withdrawals";
  if (isSame(missing, ["card_data"])) return "No card numbers";
  if (isSame(missing, ["money_out"])) return "No withdrawals";
  const [first = "", ...others] = scopes.map((scope) => SCOPE_WORDS[scope].word);
  return [first, ...others.map((word) => word.toLowerCase())].join(", ");
}
