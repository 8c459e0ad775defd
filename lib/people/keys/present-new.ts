import type { z } from "zod";
import type { NewApiKeyRow } from "@/lib/identity/api-keys/sql-store";
import type { newApiKeySchema } from "./schema";

/** Converts a newly created API key to its response, including the key itself. */
export function presentNewApiKey(
  { id, name, hint, scopes, createdAt, validUntil, allowedIps }: NewApiKeyRow,
  makerName: string,
  apiKey: string,
): z.input<typeof newApiKeySchema> {
  return {
    keyId: id,
    name,
    hint,
    status: "active",
    scopes: [...scopes],
    createdBy: makerName,
    createdAt: createdAt.toISOString(),
    ...(validUntil && { expiresAt: validUntil.toISOString() }),
    ...(allowedIps.length > 0 && { allowedIps: [...allowedIps] }),
    apiKey,
  };
}
