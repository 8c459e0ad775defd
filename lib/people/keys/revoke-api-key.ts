import type { PersonUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import type { revokeApiKeyContract } from "./contract";
import { findKeyOf } from "./find-key-of";
import { revokeApiKey as storeRevocation } from "./store";

/**
 * Revokes a key at once; this cannot be undone. Whether it has ended already is decided by the clock of the database, as at its use: a
 * process whose clock was ahead would refuse to revoke a key that works.
 */
export const revokeApiKey: PersonUseCase<typeof revokeApiKeyContract> = async ({
  partner,
  input,
  at,
}) => {
  const key = await findKeyOf(partner.id, input.params.keyId);
  describeAudit({ before: { name: key.name, hint: key.hint } });
  if (!(await storeRevocation(partner.id, key.id, await databaseTimeOf(at))))
    throw new ServiceError("API_KEY_NOT_ACTIVE");
  callerCache().forget();
  return { revoked: true };
};
