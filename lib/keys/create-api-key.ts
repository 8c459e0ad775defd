import { confirmPassword } from "@/lib/auth/confirm-password";
import { newApiKey } from "@/lib/auth/new-api-key";
import { describeDeed } from "@/lib/deed";
import type { PersonUseCase } from "@/lib/http/person-route";
import { insertApiKey } from "@/lib/partners/store";
import type { createApiKeyContract } from "./contract";
import { presentNewApiKey } from "./present-new";

/**
 * Makes a key, for who gives the password again: it outlives the session. The answer is the only place where it can be
 * seen. Source: design 7, keys.
 */
export const createApiKey: PersonUseCase<typeof createApiKeyContract> = async ({
  partner,
  person,
  input,
  at,
}) => {
  const { name, password } = input.body;
  await confirmPassword(person, password, at);
  const { apiKey, row } = newApiKey(name, at);
  describeDeed({ targetId: row.id, after: { name: row.name, hint: row.hint } });
  await insertApiKey(partner.id, row);
  return presentNewApiKey(row, apiKey);
};
