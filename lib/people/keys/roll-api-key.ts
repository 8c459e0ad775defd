import type { PersonUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { newApiKey } from "@/lib/identity/api-keys/new-api-key";
import { confirmPassword } from "@/lib/identity/passwords/confirm-password";
import { describeAudit } from "@/lib/kernel/audit-context";
import { HOUR_MS } from "@/lib/kernel/durations";
import { ServiceError } from "@/lib/kernel/errors";
import type { rollApiKeyContract } from "./contract";
import { findKeyOf } from "./find-key-of";
import { presentNewApiKey } from "./present-new";
import { refuseScopes } from "./refuse-scopes";
import { replaceApiKey } from "./store";

/**
 * Rotates a key after step-up authentication with the password. The old key keeps working for a while, so that no
 * request of the partner's servers fails. The new key has the scopes, the chosen expiry and the IP addresses of the old one.
 * @throws ServiceError API_KEY_NOT_FOUND, API_KEY_NOT_ACTIVE; ROLE_NOT_ALLOWED for a key with scopes that the role may
 * not grant; PASSWORD_INVALID, PASSWORD_LOCKED.
 */
export const rollApiKey: PersonUseCase<typeof rollApiKeyContract> = async ({
  partner,
  person,
  input,
  at,
}) => {
  const old = await findKeyOf(partner.id, input.params.keyId);
  refuseScopes(person.role, old.scopes);
  await confirmPassword(person, input.body.password, at);
  // By the clock of the database: by one that is behind, the old key would end before the partner uses the new one, and by one that is
  // ahead it would work for longer than anybody chose.
  const present = await databaseTimeOf(at);
  const endsAt = new Date(present.getTime() + input.body.overlapHours * HOUR_MS);
  const { apiKey, row } = newApiKey({
    name: old.name,
    scopes: old.scopes,
    createdBy: person.id,
    createdAt: present,
    validUntil: old.validUntil,
    allowedIps: old.allowedIps,
  });
  describeAudit({
    before: { hint: old.hint },
    after: { newKeyId: row.id, hint: row.hint, oldKeyEndsAt: endsAt.toISOString() },
  });
  if (!(await replaceApiKey(partner.id, { keyId: old.id, endsAt, at: present, by: row })))
    throw new ServiceError("API_KEY_NOT_ACTIVE");
  callerCache().forget();
  return presentNewApiKey(row, person.name, apiKey);
};
