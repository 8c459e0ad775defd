import type { z } from "zod";
import type { ApiKeyStatus, apiKeySchema } from "./schema";
import type { ApiKeyRow } from "./store";

function statusOf({ revokedAt, expiresAt }: ApiKeyRow, at: Date): ApiKeyStatus {
  if (revokedAt) return "revoked";
  if (!expiresAt) return "active";
  return expiresAt > at ? "ending" : "ended";
}

/** Converts a row to its response; the status is computed for the given time. */
export function presentApiKey(row: ApiKeyRow, at: Date): z.input<typeof apiKeySchema> {
  const { lastUsedAt, expiresAt, revokedAt } = row;
  return {
    keyId: row.id,
    name: row.name,
    hint: row.hint,
    status: statusOf(row, at),
    scopes: row.scopes,
    createdBy: row.createdBy,
    ...(row.keptBy !== null && { keptBy: row.keptBy }),
    createdAt: row.createdAt.toISOString(),
    ...(lastUsedAt && { lastUsedAt: lastUsedAt.toISOString() }),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    ...(revokedAt && { revokedAt: revokedAt.toISOString() }),
  };
}
