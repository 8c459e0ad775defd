import { API_KEY_SCOPES, type ApiKeyScope } from "@/lib/contract/scopes";
import { newApiKey } from "./new-api-key";
import { insertApiKey } from "./sql-store";

interface NewApiKey {
  partnerId: string;
  name: string;
  /** Default: all scopes. */
  scopes?: readonly ApiKeyScope[];
  /** Default: no expiry. */
  validUntil?: Date;
  /** Default: from everywhere. */
  allowedIps?: readonly string[];
  at: Date;
}

/**
 * Creates an API key of 256 random bits on behalf of the operator, without a creating person. Only the return value
 * contains the key. Source: design 7, keys.
 */
export async function createApiKey({
  partnerId,
  name,
  scopes = API_KEY_SCOPES,
  validUntil,
  allowedIps = [],
  at,
}: NewApiKey): Promise<{ keyId: string; apiKey: string }> {
  const { apiKey, row } = newApiKey({
    name,
    scopes,
    createdBy: null,
    createdAt: at,
    validUntil: validUntil ?? null,
    allowedIps,
  });
  await insertApiKey(partnerId, row);
  return { keyId: row.id, apiKey };
}
