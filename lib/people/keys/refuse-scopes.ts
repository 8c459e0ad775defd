import type { Role } from "@/lib/contract/roles";
import { type ApiKeyScope, mayGrant } from "@/lib/contract/scopes";
import { ServiceError } from "@/lib/kernel/errors";

/**
 * Refuses to create a key, or to rotate one, whose scopes exceed those that the role may grant: the person sees the new
 * key.
 * @throws ServiceError ROLE_NOT_ALLOWED
 */
export function refuseScopes(role: Role, scopes: readonly ApiKeyScope[]): void {
  if (mayGrant(role, scopes)) return;
  const text =
    "Only owners can create or rotate a key that reads card numbers (card_data) or withdraws money (money_out).";
  throw new ServiceError("ROLE_NOT_ALLOWED", { text });
}
