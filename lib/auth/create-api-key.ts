import { insertApiKey } from "@/lib/partners/store";
import { newApiKey } from "./new-api-key";

interface NewApiKey {
  partnerId: string;
  name: string;
  at: Date;
}

/** Makes an API key of 256 random bits. The answer is the only place where it can be seen. Source: design 7, keys. */
export async function createApiKey({
  partnerId,
  name,
  at,
}: NewApiKey): Promise<{ keyId: string; apiKey: string }> {
  const { apiKey, row } = newApiKey(name, at);
  await insertApiKey(partnerId, row);
  return { keyId: row.id, apiKey };
}
