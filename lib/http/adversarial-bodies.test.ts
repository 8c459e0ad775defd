import { expect, test } from "vitest";
import type { z } from "zod";
import { ADVERSARIAL_BODIES, ADVERSARIAL_TEXTS } from "@/test/http/adversarial-bodies";
import { everyContract } from "@/test/http/every-contract";
import { MAX_BODY_BYTES, readBody } from "./read-body";

/** Below this time growth is irrelevant. The faults that were found took 2,000 ms. */
const NEGLIGIBLE_MS = 25;
/** For twice the size, linear work takes twice the time and quadratic work four times. */
const MAX_GROWTH = 3;
const ROUNDS = 5;
const SIZE = MAX_BODY_BYTES - 100;

type Work = (text: string) => unknown;

/** The CPU time of this thread, which excludes waiting on a busy machine. */
async function msOf(work: Work, text: string): Promise<number> {
  const start = process.threadCpuUsage();
  await work(text);
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/** The minimum of several rounds, because a garbage collection can only slow a round down. */
async function bestMs(work: Work, text: string): Promise<number> {
  const rounds: number[] = [];
  for (let i = 0; i < ROUNDS; i++) rounds.push(await msOf(work, text));
  return Math.min(...rounds);
}

/** True if a text of twice the size takes more than three times the time, above the negligible time. */
async function isSlow(work: Work, textOf: (size: number) => string): Promise<boolean> {
  if ((await msOf(work, textOf(SIZE))) < NEGLIGIBLE_MS) return false;
  const wholeMs = await bestMs(work, textOf(SIZE));
  const halfMs = await bestMs(work, textOf(SIZE / 2));
  return wholeMs > NEGLIGIBLE_MS && wholeMs / halfMs > MAX_GROWTH;
}

const read: Work = (body) => {
  const headers = { "content-type": "application/json" };
  const request = new Request("http://127.0.0.1/", { method: "POST", headers, body });
  return readBody(request).catch(() => undefined);
};

test.each(Object.entries(ADVERSARIAL_BODIES))("%s: read in linear time", async (_, bodyOf) => {
  const { length } = bodyOf(SIZE);
  expect(length).toBeGreaterThan(SIZE * 0.8);
  expect(length).toBeLessThanOrEqual(MAX_BODY_BYTES);
  expect(await isSlow(read, bodyOf)).toBe(false);
});

const contracts = await everyContract();

test("no field of any contract takes more than linear time for its text", async () => {
  const slow: string[] = [];
  for (const { id, body, query } of contracts) {
    const fields: Record<string, z.ZodType> = { ...query?.shape, ...body?.shape };
    for (const [field, schema] of Object.entries(fields))
      for (const [name, textOf] of Object.entries(ADVERSARIAL_TEXTS))
        if (await isSlow((value) => schema.safeParse(value), textOf))
          slow.push(`${id}.${field}: ${name}`);
  }
  expect(slow).toEqual([]);
});

test("self-test: finds a quadratic expression", { retry: 5 }, async () => {
  const quadratic: Work = (text) => /0+$/.test(text);
  expect(await isSlow(quadratic, (size) => `${"0".repeat(size / 4)}1`)).toBe(true);
});
