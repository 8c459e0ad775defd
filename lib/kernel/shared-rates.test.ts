import { beforeEach, describe, expect, test } from "vitest";
import { type Lease, type LeaseRequest, SharedRates } from "./shared-rates";

const LIMIT = { perS: 100, burst: 200 };
const KEY = "partner";

let nowMs = 0;
/** Every call of the buckets. */
let calls: (readonly LeaseRequest[])[] = [];
let fault: Error | undefined;
const buckets = new Map<string, { tokens: number; atMs: number }>();

/** The buckets of the database, in memory and by the clock of the test. */
async function lease(requests: readonly LeaseRequest[]): Promise<Lease[]> {
  calls.push(requests);
  if (fault) throw fault;
  return requests.map(({ key, perS, burst, spent, wanted }) => {
    const { tokens: had, atMs } = buckets.get(key) ?? { tokens: burst, atMs: nowMs };
    const tokens = Math.min(burst, had + ((nowMs - atMs) / 1000) * perS) - spent;
    const granted = Math.min(wanted, Math.max(0, Math.floor(tokens)));
    buckets.set(key, { tokens: tokens - granted, atMs: nowMs });
    return { granted, tokens: tokens - granted };
  });
}

const process = () => new SharedRates(lease, () => nowMs);
const turn = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  nowMs = 0;
  calls = [];
  fault = undefined;
  buckets.clear();
});

/** Sends requests at once, and returns how many were admitted. */
async function send(rates: SharedRates, count: number, limit = LIMIT): Promise<number> {
  const answers = Array.from({ length: count }, () => rates.take(KEY, limit));
  return (await Promise.all(answers)).filter((pauseMs) => pauseMs === 0).length;
}

/** Sends requests at a rate for some seconds, in turn over the processes. Returns how many each one admitted. */
async function sendAt(rates: SharedRates[], perS: number, seconds: number): Promise<number[]> {
  const admitted = rates.map(() => 0);
  const stepMs = 10;
  let due = 0;
  let index = 0;
  for (const endMs = nowMs + seconds * 1000; nowMs < endMs; nowMs += stepMs) {
    due += (perS * stepMs) / 1000;
    for (; due >= 1; due -= 1) {
      const at = index++ % rates.length;
      const process = rates[at];
      if (process && (await process.take(KEY, LIMIT)) === 0) admitted[at] = (admitted[at] ?? 0) + 1;
    }
    await turn();
  }
  return admitted;
}

const sum = (counts: number[]) => counts.reduce((one, other) => one + other, 0);

describe("little traffic", () => {
  test("a key with little traffic costs no lease", async () => {
    const rates = process();
    expect(sum(await sendAt([rates], 4, 60))).toBe(4 * 60);
    expect(calls).toHaveLength(0);
  });

  test("after a burst costs no lease again", async () => {
    const rates = process();
    await send(rates, 100);
    await turn();
    nowMs += 60_000;
    calls = [];
    expect(sum(await sendAt([rates], 4, 10))).toBe(4 * 10);
    expect(calls).toHaveLength(0);
  });
});

describe("a burst", () => {
  test("is admitted whole by one process, and no more", async () => {
    expect(await send(process(), 600)).toBe(200);
  });

  test("a burst at two processes at once is admitted once, with the credit of the second one at most", async () => {
    const [one, other] = [process(), process()];
    const admitted = await Promise.all([send(one, 600), send(other, 600)]);
    expect(sum(admitted)).toBeGreaterThanOrEqual(200);
    expect(sum(admitted)).toBeLessThanOrEqual(200 + 40);
  });

  test("needs few statements", async () => {
    await send(process(), 600);
    expect(calls.length).toBeLessThanOrEqual(2);
  });
});

describe("the rate", () => {
  test.each([1, 2, 4])("is kept by %i processes at three times the limit", async (count) => {
    const processes = Array.from({ length: count }, process);
    await sendAt(processes, 300, 10);
    const seconds = 20;
    const admitted = sum(await sendAt(processes, 300, seconds));
    expect(admitted).toBeGreaterThan(100 * seconds * 0.95);
    expect(admitted).toBeLessThan(100 * seconds * 1.05);
  });

  test("is had whole by one process after the other one has ended", async () => {
    const [one, other] = [process(), process()];
    await sendAt([one, other], 95, 10);
    // No request is refused in the restart: the other process has all of the rate at once.
    const admitted = sum(await sendAt([other], 95, 10));
    expect(admitted).toBeGreaterThanOrEqual(95 * 10 - 1);
  });

  test("costs no statement for each request: ten a second for a key at its limit", async () => {
    const rates = process();
    await sendAt([rates], 95, 5);
    expect(calls.length).toBeLessThan(5 * 11);
    calls = [];
    await sendAt([rates], 3_000, 5);
    // And a few while the rest of the burst is used up.
    expect(calls.length).toBeLessThan(5 * 12);
  });

  test("is kept for keys apart, and one statement leases several", async () => {
    const rates = process();
    const keys = ["a", "b", "c"];
    const answers = keys.flatMap((key) =>
      Array.from({ length: 300 }, () => rates.take(key, LIMIT)),
    );
    const pauses = await Promise.all(answers);
    expect(pauses.filter((pauseMs) => pauseMs === 0)).toHaveLength(600);
    expect(calls[0]?.map(({ key }) => key)).toEqual(keys);
  });
});

test("a refused request says when to come back, and no earlier one is admitted by `pause`", async () => {
  const rates = process();
  const slow = { perS: 0.5, burst: 2 };
  expect(await send(rates, 5, slow)).toBe(2);
  const pauseMs = await rates.take(KEY, slow);
  expect(pauseMs).toBeGreaterThan(900);
  expect(rates.pause(KEY)).toBe(pauseMs);
  nowMs += 2_000;
  expect(rates.pause(KEY)).toBe(0);
  expect(await send(rates, 5, slow)).toBe(1);
});

describe("while the buckets do not answer", () => {
  test("requests are admitted, and the buckets are read again after 2 s", async () => {
    const rates = process();
    fault = new Error("no database");
    expect(await send(rates, 600)).toBe(600);
    expect(await send(rates, 600)).toBe(600);
    expect(rates.pause(KEY)).toBe(0);
    expect(calls).toHaveLength(1);
    fault = undefined;
    nowMs += 2_001;
    expect(await send(rates, 600)).toBe(200);
  });

  test("requests wait a second at most", async () => {
    const rates = new SharedRates(
      () => new Promise(() => undefined),
      () => nowMs,
    );
    expect(await send(rates, 100)).toBe(100);
  });
});
