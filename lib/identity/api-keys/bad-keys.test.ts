import "@/test/database";
import { randomBytes, randomInt } from "node:crypto";
import { afterAll, expect, test, vi } from "vitest";
import { eventually } from "@/test/eventually";
import { atOneInstant } from "@/test/fixtures/at-one-instant";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { atOnce, clientOf } from "@/test/http/client";
import { expectRefusal } from "@/test/http/expect-answer";
import { hashKey } from "./authenticate-key";
import { callerCache } from "./caller-cache";
import * as partners from "./sql-store";

vi.mock("./sql-store", { spy: true });

afterAll(endTests);

const BURST = 1_000;
const AT_ONCE = 50;
const anAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
const aBadKey = () => `sk_staging_${randomBytes(32).toString("base64url")}`;
const lookUps = () => vi.mocked(partners.findCallerByKeyHash).mock.calls.length;

const from = (address: string, apiKey: string) =>
  clientOf({ apiKey }, { "x-forwarded-for": address }).balance();

/** Guesses keys until the address is rate limited; returns the number of lookups. */
async function guess(address: string): Promise<number> {
  const before = lookUps();
  for (let i = 0; i < 10 * BURST; i += AT_ONCE) {
    const answers = await atOnce(AT_ONCE, () => from(address, aBadKey()));
    for (const answer of answers)
      if (answer.status !== 429) expectRefusal(answer, 401, "UNAUTHORIZED");
    if (answers.some(({ status }) => status === 429)) return lookUps() - before;
  }
  throw new Error("keys can be guessed without an end");
}

test("an address that guesses keys gets 429, and the database is not queried meanwhile", () =>
  atOneInstant(async () => {
    const address = anAddress();
    expect(await guess(address)).toBeGreaterThanOrEqual(BURST);
    const before = lookUps();
    for (let i = 0; i < 50; i++) {
      const answer = await from(address, aBadKey());
      expectRefusal(answer, 429, "RATE_LIMITED");
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    }
    expect(lookUps()).toBe(before);
  }));

test("a valid key keeps working from an address that guesses others, also after a change of its partner", async () => {
  const [known, other] = [await makePartner(), await makePartner()];
  const address = anAddress();
  await eventually(async () => {
    expect((await from(address, known.apiKey)).status).toBe(200);
    expect(callerCache().knows(hashKey(known.apiKey))).toBe(true);
  });
  await atOneInstant(async () => {
    await guess(address);
    expect((await from(address, known.apiKey)).status).toBe(200);
  });
  await sql("UPDATE partners SET name = 'Changed' WHERE id = $1", [known.partnerId]);
  await expect.poll(() => callerCache().get(hashKey(known.apiKey))).toBeUndefined();
  expect((await from(address, known.apiKey)).status).toBe(200);
  expect((await from(anAddress(), other.apiKey)).status).toBe(200);
});

test("a revoked key is queried no more often than an unknown one", async () => {
  const { apiKey, partnerId } = await makePartner();
  const address = anAddress();
  expect((await from(address, apiKey)).status).toBe(200);
  await sql("UPDATE api_keys SET revoked_at = now() WHERE partner_id = $1", [partnerId]);
  await expect.poll(async () => (await from(address, apiKey)).status).toBe(401);
  await atOneInstant(async () => {
    await guess(address);
    const before = lookUps();
    for (let i = 0; i < 50; i++) await from(address, apiKey);
    expect(lookUps()).toBe(before);
  });
});
