import type { z } from "zod";
import type { ApiKeyStatus, apiKeySchema } from "./schema";
import type { ApiKeyRow } from "./store";

/** The time from which a key is refused: its chosen expiry, or an earlier one by its rotation. */
function endOf({ expiresAt, validUntil }: ApiKeyRow): Date | null {
  if (!expiresAt || !validUntil) return expiresAt ?? validUntil;
  return expiresAt < validUntil ? expiresAt : validUntil;
}

function statusOf(row: ApiKeyRow, at: Date): ApiKeyStatus {
  if (row.revokedAt) return "revoked";
  const end = endOf(row);
  if (end && end <= at) return "ended";
  return row.expiresAt ? "ending" : "active";
}

/** Converts a row to its response; the status is computed for the given time. */
export function presentApiKey(row: ApiKeyRow, at: Date): z.input<typeof apiKeySchema> {
  const { lastUsedAt, allowedIps, revokedAt } = row;
  const expiresAt = endOf(row);
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
    ...(allowedIps.length > 0 && { allowedIps }),
    ...(revokedAt && { revokedAt: revokedAt.toISOString() }),
  };
}
