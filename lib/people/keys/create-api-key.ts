import { API_KEY_SCOPES, grantableScopes } from "@/lib/contract/scopes";
import type { PersonUseCase } from "@/lib/contract/use-cases";
import { newApiKey } from "@/lib/identity/api-keys/new-api-key";
import { insertApiKey } from "@/lib/identity/api-keys/store";
import { confirmPassword } from "@/lib/identity/passwords/confirm-password";
import { describeAudit } from "@/lib/kernel/audit-context";
import type { createApiKeyContract } from "./contract";
import { presentNewApiKey } from "./present-new";
import { refuseScopes } from "./refuse-scopes";

/**
 * Makes a key, after the password was given again: it outlives the session. It has the scopes that are asked for, or all
 * that the person's role may grant. The answer is the only place where the key can be seen.
 * @throws ServiceError ROLE_NOT_ALLOWED for scopes that the role may not grant; PASSWORD_INVALID, PASSWORD_LOCKED.
 */
export const createApiKey: PersonUseCase<typeof createApiKeyContract> = async ({
  partner,
  person,
  input,
  at,
}) => {
  const { name, scopes: wanted = grantableScopes(person.role), password } = input.body;
  refuseScopes(person.role, wanted);
  const scopes = API_KEY_SCOPES.filter((scope) => wanted.includes(scope));
  await confirmPassword(person, password, at);
  const { apiKey, row } = newApiKey({ name, scopes, createdBy: person.id, createdAt: at });
  describeAudit({ targetId: row.id, after: { name: row.name, hint: row.hint, scopes } });
  await insertApiKey(partner.id, row);
  return presentNewApiKey(row, person.name, apiKey);
};
