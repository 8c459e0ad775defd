import { createHash } from "node:crypto";

/** A row of `audit_entries` as the chain sees it: every column as PostgreSQL writes it, null where there is none. */
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

/** What stands before the first entry. */
export const FIRST_HASH = "0".repeat(64);

/** With its length before it: of two different rows no two are written alike, whatever people put into them. */
function field(value: string | null): string {
  return value === null ? "-" : `${Buffer.byteLength(value)}:${value}`;
}

/**
 * The hash of an entry at its place in the chain, in hexadecimal: SHA-256 over every column and the hash before it. Made
 * here once more, so that a check does not ask the database that it checks. The database's own is `audit_hash`.
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
