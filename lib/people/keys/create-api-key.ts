import { API_KEY_SCOPES, grantableScopes } from "@/lib/contract/scopes";
import type { PersonUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { newApiKey } from "@/lib/identity/api-keys/new-api-key";
import { insertApiKey } from "@/lib/identity/api-keys/sql-store";
import { confirmPassword } from "@/lib/identity/passwords/confirm-password";
import { describeAudit } from "@/lib/kernel/audit-context";
import type { createApiKeyContract } from "./contract";
import { presentNewApiKey } from "./present-new";
import { refuseExpiry } from "./refuse-expiry";
import { refuseScopes } from "./refuse-scopes";

/**
 * Creates an API key after step-up authentication with the password, because the key outlives the session. The key gets
 * the requested scopes, or all that the person's role may grant. Only this response contains the key itself.
 * @throws ServiceError ROLE_NOT_ALLOWED for scopes that the role may not grant; ValidationError for an expiry in the past
 * or too far ahead; PASSWORD_INVALID, PASSWORD_LOCKED.
 */
export const createApiKey: PersonUseCase<typeof createApiKeyContract> = async ({
  partner,
  person,
  input,
  at,
}) => {
  const { name, scopes: wanted = grantableScopes(person.role), expiresAt, password } = input.body;
  refuseScopes(person.role, wanted);
  const createdAt = await databaseTimeOf(at);
  refuseExpiry(expiresAt, createdAt);
  const scopes = API_KEY_SCOPES.filter((scope) => wanted.includes(scope));
  await confirmPassword(person, password, at);
  const allowedIps = [...new Set(input.body.allowedIps)];
  const { apiKey, row } = newApiKey({
    name,
    scopes,
    createdBy: person.id,
    createdAt,
    validUntil: expiresAt ?? null,
    allowedIps,
  });
  const limits = { expiresAt: expiresAt?.toISOString() ?? null, allowedIps };
  describeAudit({ targetId: row.id, after: { name, hint: row.hint, scopes, ...limits } });
  await insertApiKey(partner.id, row);
  return presentNewApiKey(row, person.name, apiKey);
};
