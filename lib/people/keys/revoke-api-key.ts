import type { PersonUseCase } from "@/lib/contract/use-cases";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import type { revokeApiKeyContract } from "./contract";
import { findKeyOf } from "./find-key-of";
import { revokeApiKey as storeRevocation } from "./store";

/** Revokes a key at once; this cannot be undone. */
export const revokeApiKey: PersonUseCase<typeof revokeApiKeyContract> = async ({
  partner,
  input,
  at,
}) => {
  const key = await findKeyOf(partner.id, input.params.keyId);
  describeAudit({ before: { name: key.name, hint: key.hint } });
  if (!(await storeRevocation(partner.id, key.id, at)))
    throw new ServiceError("API_KEY_NOT_ACTIVE");
  callerCache().forget();
  return { revoked: true };
};
