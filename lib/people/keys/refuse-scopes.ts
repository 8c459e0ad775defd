import type { Role } from "@/lib/contract/roles";
import { type ApiKeyScope, mayGrant } from "@/lib/contract/scopes";
import { ServiceError } from "@/lib/kernel/errors";

/**
 * Refuses a key with more rights than the role may grant, to be made or to be rolled into one that the person reads.
 * @throws ServiceError ROLE_NOT_ALLOWED
 */
export function refuseScopes(role: Role, scopes: readonly ApiKeyScope[]): void {
  if (mayGrant(role, scopes)) return;
  const text =
    "Only owners can create or rotate a key that reads card numbers (card_data) or withdraws money (money_out).";
  throw new ServiceError("ROLE_NOT_ALLOWED", { text });
}
