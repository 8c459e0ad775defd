import { createHash } from "node:crypto";

/** The first byte of a hashed text, which tells leaves, nodes and days apart. Source: RFC 6962, section 2.1. */
const LEAF = 0x00;
const NODE = 0x01;
const DAY = 0x02;

/** One leg of a journal. Accounts of the service have no version and no running balance. */
export interface ProofLeg {
  /** `<kind>:<owner>`, `<kind>` or `custody:<chain>:<token>`. */
  account: string;
  /** Micro-USD in decimal digits; negative for debits. */
  amountMicroUsd: string;
  /** The number of the account's entry, from 1 on. */
  version: string | null;
  balanceAfterMicroUsd: string | null;
}

/** A journal as its leaf states it. */
export interface ProofJournal {
  journalId: string;
  type: string;
  /** The object that the journal was posted for. */
  sourceId: string;
  /** In UTC, to the microsecond: `2026-11-21T10:00:00.000000Z`. */
  at: string;
  legs: readonly ProofLeg[];
}

/** The bytes that the signature of a day covers. */
export interface DayHeader {
  partnerId: string;
  /** In UTC: `2026-11-21`. */
  day: string;
  leafCount: number;
  /** The root of the tree, in hexadecimal. */
  root: string;
  /** The hash of the partner's previous day; FIRST_PREVIOUS for its first. */
  previous: string;
  keyId: string;
}

/** The previous hash of a partner's first day. */
export const FIRST_PREVIOUS = "0".repeat(64);

const hash = (...parts: readonly Buffer[]): Buffer => {
  const sum = createHash("sha256");
  for (const part of parts) sum.update(part);
  return sum.digest();
};

/** A field: its length in bytes as four bytes, most significant first, then the text in UTF-8. */
function field(text: string): Buffer {
  const bytes = Buffer.from(text, "utf8");
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

const encode = (first: number, fields: readonly string[]): Buffer =>
  Buffer.concat([Buffer.from([first]), ...fields.map(field)]);

/** The bytes of a leaf, with the byte that marks a leaf. Source: docs/verifiable-ledger.md. */
export function leafBytes(partnerId: string, journal: ProofJournal): Buffer {
  const { journalId, type, sourceId, at, legs } = journal;
  return encode(LEAF, [
    ...["ledger-leaf-1", partnerId, journalId, type, sourceId, at, String(legs.length)],
    ...legs.flatMap(({ account, amountMicroUsd, version, balanceAfterMicroUsd }) => [
      account,
      amountMicroUsd,
      version ?? "",
      balanceAfterMicroUsd ?? "",
    ]),
  ]);
}

export const leafHash = (partnerId: string, journal: ProofJournal): Buffer =>
  hash(leafBytes(partnerId, journal));

export const nodeHash = (left: Buffer, right: Buffer): Buffer =>
  hash(Buffer.from([NODE]), left, right);

/** The bytes that are signed for a day. Their hash is the `previous` of the partner's next day. */
export function dayBytes({ partnerId, day, leafCount, root, previous, keyId }: DayHeader): Buffer {
  return encode(DAY, ["ledger-day-1", partnerId, day, String(leafCount), root, previous, keyId]);
}

/** The hash of a day, in hexadecimal. */
export const dayHash = (header: DayHeader): string => hash(dayBytes(header)).toString("hex");
