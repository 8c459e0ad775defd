import { randomFillSync } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const RANDOM_BITS = 80n;
const LAST_TIME_MS = 2 ** 48 - 1;

/** Filled in one go: asking the system for ten bytes at a time costs more than making the id. */
const pool = Buffer.alloc(4096);
let used = pool.length;

function randomBytes(count: number): Buffer {
  if (used + count > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += count;
  return pool.subarray(used - count, used);
}

let lastTimeMs = 0;
let lastRandom = 0n;

/** What an id stands for; the prefix is part of the id. */
export type IdPrefix =
  | "usr"
  | "card"
  | "txn"
  | "wd"
  | "ptn"
  | "evt"
  | "key"
  | "kyc"
  | "jrn"
  | "dep"
  | "prs"
  | "ses"
  | "inv"
  | "aud"
  | "whs"
  | "dlv"
  | "swp"
  | "rtx"
  | "alr"
  | "req"
  | "adr";

function encode(value: bigint, length: number): string {
  let rest = value;
  let text = "";
  for (let i = 0; i < length; i++) {
    text = ALPHABET[Number(rest & 31n)] + text;
    rest >>= 5n;
  }
  return text;
}

/**
 * A new id: prefix, 48 bits of time and 80 random bits in base 32. Ids of one process are strictly increasing,
 * so newest-first is the order of ids (design 7: prefixed, time-ordered).
 */
export function newId(prefix: IdPrefix): string {
  const timeMs = Date.now();
  if (timeMs > lastTimeMs) {
    lastTimeMs = timeMs;
    // The top bit is left free, so that counting up within a millisecond never runs over.
    lastRandom = BigInt(`0x${randomBytes(10).toString("hex")}`) >> 1n;
  } else {
    lastRandom += 1n + BigInt(randomBytes(3).readUIntBE(0, 3));
  }
  const value = (BigInt(lastTimeMs) << RANDOM_BITS) | lastRandom;
  return `${prefix}_${encode(value, 26)}`;
}

/** Sorts before every id of that kind made at `at` or later, and after those made before it. */
export function firstIdAt(prefix: IdPrefix, at: Date): string {
  const timeMs = BigInt(Math.min(Math.max(at.getTime(), 0), LAST_TIME_MS));
  return `${prefix}_${encode(timeMs << RANDOM_BITS, 26)}`;
}

/** Whether a text can be an id of that kind at all; what cannot is not looked up. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return (
    text.startsWith(`${prefix}_`) &&
    /^[0-9a-z]{26}(_(fx|rev\d*))?$/.test(text.slice(prefix.length + 1))
  );
}
