/** What an API key may be allowed to do. Source: docs/decisions/0044-rights-of-api-keys.md */
export const API_KEY_SCOPES = [
  "read",
  "users",
  "cards",
  "card_data",
  "money_out",
  "webhooks",
] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** Scopes that only an owner grants: full card numbers, and money that leaves the service. */
export const OWNER_SCOPES = ["card_data", "money_out"] as const satisfies readonly ApiKeyScope[];

const isOwners = (scope: ApiKeyScope): boolean => OWNER_SCOPES.some((owners) => owners === scope);

/** Scopes that every key has: the service does not check them one by one yet. */
export const BASIC_SCOPES: readonly ApiKeyScope[] = API_KEY_SCOPES.filter(
  (scope) => !isOwners(scope),
);

/** The scopes that somebody with a role may give a key. The function may_grant_scopes of the database has the same table. */
export function grantableScopes(role: string): readonly ApiKeyScope[] {
  if (role === "owner") return API_KEY_SCOPES;
  return role === "developer" ? BASIC_SCOPES : [];
}

/** Whether somebody with a role may give a key all of these scopes. */
export const mayGrant = (role: string, scopes: readonly ApiKeyScope[]): boolean =>
  scopes.every((scope) => grantableScopes(role).includes(scope));
