import { randomBytes } from "node:crypto";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import { insertApiKey } from "@/lib/partners/store";
import { hashKey } from "./authenticate-key";

const KEY_BYTES = 32;

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
  const prefix = env().SERVICE_ENVIRONMENT === "production" ? "sk_live_" : "sk_staging_";
  const apiKey = prefix + randomBytes(KEY_BYTES).toString("base64url");
  const id = newId("key");
  const hint = `${apiKey.slice(0, prefix.length + 4)}…${apiKey.slice(-4)}`;
  await insertApiKey(partnerId, { id, name, hint, keyHash: hashKey(apiKey), createdAt: at });
  return { keyId: id, apiKey };
}
