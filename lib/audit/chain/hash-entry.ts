import { createHash } from "node:crypto";

/** The values of one column, by key, in PostgreSQL's text form of `jsonb`. */
type Values = Readonly<Record<string, string>>;
type Salts = Readonly<Record<string, string>>;

/** A row of `audit_entries` as the chain hashes it: every column in PostgreSQL's text form, null if it is null. */
export interface ChainedEntry {
  id: string;
  personId: string;
  partnerId: string | null;
  action: string;
  targetId: string;
  before: string | null;
  after: string | null;
  /** The same two columns, by key; null for one without an object. */
  valuesBefore: Values | null;
  valuesAfter: Values | null;
  ipAddress: string | null;
  requestId: string | null;
  /** In UTC, to the microsecond: `2026-11-21T10:00:00.000000Z`. */
  createdAt: string;
}

/** The salts of an entry's values, by column and key. An erased value has none. */
export interface ChainSalts {
  before: Salts;
  after: Salts;
}

/** The previous hash of the first entry. */
export const FIRST_HASH = "0".repeat(64);

/** Encodes a value with its length, so that two different rows never have the same encoding, whatever their content. */
function field(value: string | null): string {
  return value === null ? "-" : `${Buffer.byteLength(value)}:${value}`;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** The digest that stands in an erased value; undefined if the value was not erased. */
function digestOfErased(text: string): string | undefined {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 1)
    return undefined;
  const { erased } = value as { erased?: unknown };
  return typeof erased === "string" ? erased : undefined;
}

/** Each key with the digest of its value. An erased value is its digest, so the hash of its entry stays the same. */
function commitment(column: string | null, values: Values | null, salts: Salts): string | null {
  if (values === null) return column;
  return Object.entries(values)
    .sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    .map(([key, text]) => {
      const salt = Object.hasOwn(salts, key) ? salts[key] : undefined;
      const digest = salt === undefined ? digestOfErased(text) : sha256(field(salt) + field(text));
      return field(key) + field(digest ?? null);
    })
    .join("");
}

/** The number of values of an entry that were erased. */
export function countErased(entry: ChainedEntry, salts: ChainSalts | null): number {
  if (salts === null) return 0;
  const { valuesBefore, valuesAfter } = entry;
  const without = (values: Values | null, known: Salts) =>
    Object.keys(values ?? {}).filter((key) => !Object.hasOwn(known, key)).length;
  return without(valuesBefore, salts.before) + without(valuesAfter, salts.after);
}

/**
 * The hash of an entry at its position in the chain, in hexadecimal: SHA-256 over every column and the previous hash. The
 * values are covered by salted digests, so that one can be erased; an entry without salts is older, and its values
 * themselves are covered. This repeats the database's `audit_hash`, so that a verification does not rely on the database
 * that it verifies. Source: docs/decisions/0118-erasure.md
 */
export function hashEntry(
  position: bigint,
  previousHash: string,
  entry: ChainedEntry,
  salts: ChainSalts | null,
): string {
  const fields = [
    ...(salts ? ["salted"] : []),
    position.toString(),
    previousHash,
    entry.id,
    entry.personId,
    entry.partnerId,
    entry.action,
    entry.targetId,
    salts ? commitment(entry.before, entry.valuesBefore, salts.before) : entry.before,
    salts ? commitment(entry.after, entry.valuesAfter, salts.after) : entry.after,
    entry.ipAddress,
    entry.requestId,
    entry.createdAt,
  ];
  return sha256(fields.map(field).join(""));
}
