import { API_KEY_SCOPES, type ApiKeyScope } from "@/lib/contract/scopes";
import { newApiKey } from "./new-api-key";
import { insertApiKey } from "./store";

interface NewApiKey {
  partnerId: string;
  name: string;
  /** All of them when left out. */
  scopes?: readonly ApiKeyScope[];
  at: Date;
}

/** Makes an API key of 256 random bits, for the operator: no person made it. The answer is the only place where it can be seen. Source: design 7, keys. */
export async function createApiKey({
  partnerId,
  name,
  scopes = API_KEY_SCOPES,
  at,
}: NewApiKey): Promise<{ keyId: string; apiKey: string }> {
  const { apiKey, row } = newApiKey({ name, scopes, createdBy: null, createdAt: at });
  await insertApiKey(partnerId, row);
  return { keyId: row.id, apiKey };
}
