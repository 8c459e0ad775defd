import { randomFillSync } from "node:crypto";
import { MINUTE_MS } from "./durations";
import type { IdPrefix } from "./id-form";
import { perProcess } from "./per-process";
import { nextSimulatedMs } from "./simulated-time";

export { type IdPrefix, isId } from "./id-form";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** An id has 26 characters of 5 bits: ten for the time, ten random, and six that count up from a random start. */
const TIME_LENGTH = 10;
const HIGH_LENGTH = 10;
const LOW_LENGTH = 6;
const LOW_VALUES = 2 ** (5 * LOW_LENGTH);
const LAST_TIME_MS = 2 ** 48 - 1;

/** A pool of random bytes: a system call per id would cost more than the rest of its generation. */
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

function encode(value: number, length: number): string {
  let rest = value;
  let text = "";
  for (let i = 0; i < length; i++) {
    text = ALPHABET[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

// The top two bits stay free, so that counting up within a millisecond never overflows.
const newHigh = () => randomBytes(6).readUIntBE(0, 6);
const newLow = () => randomBytes(4).readUInt32BE() % LOW_VALUES;

/** An id at any time, apart from the order of this process. */
function idAt(prefix: IdPrefix, timeMs: number): string {
  const time = encode(timeMs, TIME_LENGTH);
  return `${prefix}_${time}${encode(newHigh(), HIGH_LENGTH)}${encode(newLow(), LOW_LENGTH)}`;
}

/** The last id. `start` holds the encoded `timeMs` and `high`, until `low` overflows. */
const last = perProcess("lastId", () => ({ timeMs: 0, high: 0, low: 0, start: "" }));

/**
 * By how much the clock may be behind the last id. A clock that was further ahead was wrong: later ids would have its time until then,
 * and the rows that have them another one. Checks and sums find the rows of a period by both.
 */
const MAX_BEHIND_MS = MINUTE_MS;

/**
 * A new id: prefix, 48 bits of time and 78 random bits in base 32. Ids of one process are strictly increasing, unless its clock is
 * set back by more than a minute, so descending ids list the newest first (design 7: prefixed, time-ordered).
 * @param simulatedAt the simulated time of the id, where one call makes ids for calls at other simulated times
 */
export function newId(prefix: IdPrefix, simulatedAt?: Date): string {
  const simulatedMs = nextSimulatedMs();
  if (simulatedMs !== undefined) return idAt(prefix, simulatedAt?.getTime() ?? simulatedMs);
  const timeMs = Date.now();
  if (timeMs > last.timeMs || timeMs < last.timeMs - MAX_BEHIND_MS) {
    last.timeMs = timeMs;
    last.high = newHigh();
    last.low = newLow();
    last.start = "";
  } else last.low += 1 + randomBytes(3).readUIntBE(0, 3);
  if (last.low >= LOW_VALUES) {
    last.low -= LOW_VALUES;
    last.high += 1;
    last.start = "";
  }
  if (last.start === "")
    last.start = encode(last.timeMs, TIME_LENGTH) + encode(last.high, HIGH_LENGTH);
  return `${prefix}_${last.start}${encode(last.low, LOW_LENGTH)}`;
}

/**
 * A lower bound in the order of ids: before every id of this kind generated at `at` or later, after all earlier ones.
 */
export function firstIdAt(prefix: IdPrefix, at: Date): string {
  const timeMs = Math.min(Math.max(at.getTime(), 0), LAST_TIME_MS);
  return `${prefix}_${encode(timeMs, TIME_LENGTH)}${"0".repeat(HIGH_LENGTH + LOW_LENGTH)}`;
}
