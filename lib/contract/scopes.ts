/**
 * The scopes of an API key. Each operation of the partner API requires one. Sources:
 * docs/decisions/0044-rights-of-api-keys.md, docs/decisions/0087-scopes-of-every-operation.md
 */
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

/** Scopes that developers grant too. */
export const BASIC_SCOPES: readonly ApiKeyScope[] = API_KEY_SCOPES.filter(
  (scope) => !isOwners(scope),
);

/** The scopes that a role may grant to an API key. The database function may_grant_scopes has the same table. */
export function grantableScopes(role: string): readonly ApiKeyScope[] {
  if (role === "owner") return API_KEY_SCOPES;
  return role === "developer" ? BASIC_SCOPES : [];
}

/** True if a role may grant all of these scopes to an API key. */
export const mayGrant = (role: string, scopes: readonly ApiKeyScope[]): boolean =>
  scopes.every((scope) => grantableScopes(role).includes(scope));

/** The scopes of which an API key needs one to call an operation; none for an operation of sessions. */
export function scopesOf({
  scope = [],
}: {
  scope?: ApiKeyScope | readonly ApiKeyScope[];
}): readonly ApiKeyScope[] {
  return typeof scope === "string" ? [scope] : scope;
}
