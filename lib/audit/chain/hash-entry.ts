import { createHash } from "node:crypto";

/** A row of `audit_entries` as the chain hashes it: every column in PostgreSQL's text form, null if it is null. */
export interface ChainedEntry {
  id: string;
  personId: string;
  partnerId: string | null;
  action: string;
  targetId: string;
  before: string | null;
  after: string | null;
  ipAddress: string | null;
  requestId: string | null;
  /** In UTC, to the microsecond: `2026-11-21T10:00:00.000000Z`. */
  createdAt: string;
}

/** The previous hash of the first entry. */
export const FIRST_HASH = "0".repeat(64);

/** Encodes a value with its length, so that two different rows never have the same encoding, whatever their content. */
function field(value: string | null): string {
  return value === null ? "-" : `${Buffer.byteLength(value)}:${value}`;
}

/**
 * The hash of an entry at its position in the chain, in hexadecimal: SHA-256 over every column and the previous hash.
 * This repeats the database's `audit_hash`, so that a verification does not rely on the database that it verifies.
 */
export function hashEntry(position: bigint, previousHash: string, entry: ChainedEntry): string {
  const fields = [
    position.toString(),
    previousHash,
    entry.id,
    entry.personId,
    entry.partnerId,
    entry.action,
    entry.targetId,
    entry.before,
    entry.after,
    entry.ipAddress,
    entry.requestId,
    entry.createdAt,
  ];
  return createHash("sha256").update(fields.map(field).join("")).digest("hex");
}
