import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { walletOf } from "@/test/fixtures/books";
import { type Answer, endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { withdrawalFaults } from "@/test/fixtures/withdrawals";
import { atOnce } from "@/test/http/client";
import {
  type Content,
  expectOnce,
  expectOneContent,
  IDEMPOTENT_ENDPOINTS,
  sendKeyed,
} from "@/test/http/idempotent-endpoints";
import { rounds, upTo } from "@/test/rounds";

/** Threat 2: 50 concurrent requests with one key. */
const AT_ONCE = 50;
const ROUNDS = upTo(rounds(1, 40));

let partner: TestPartner;
let other: TestPartner;
beforeEach(async () => {
  [partner, other] = [await makePartner(), await makePartner()];
});
afterAll(endTests);

/** The change of each wallet balance during `work`; also checks the books. */
async function gained(wallets: TestPartner[], work: () => Promise<unknown>): Promise<number[]> {
  const balances = () => Promise.all(wallets.map(({ partnerId }) => walletOf(partnerId)));
  const before = await balances();
  await work();
  const after = await balances();
  for (const { partnerId } of wallets) expect(await withdrawalFaults(partnerId)).toEqual([]);
  return after.map((usd, index) => Number((usd - (before[index] ?? 0)).toFixed(6)));
}

/** Splits responses into groups; the requests were sent in alternation. */
function byTurns(answers: Answer[], groups: number): Answer[][] {
  return Array.from({ length: groups }, (_, group) =>
    answers.filter((__, index) => index % groups === group),
  );
}

const rowsOf = (key: string) =>
  sql("SELECT partner_id, endpoint FROM idempotency_keys WHERE key = $1", [key]);

describe.each(IDEMPOTENT_ENDPOINTS)("$name", (endpoint) => {
  test.each(ROUNDS)(
    "50 concurrent requests with one key and one body: executed once (round %i)",
    async () => {
      const [subject, key] = [await endpoint.makeSubject(partner), randomUUID()];
      const moved = await gained([partner], async () => {
        const send = () => sendKeyed({ endpoint, partner, subject, key });
        expectOnce(endpoint, await atOnce(AT_ONCE, send));
      });
      expect(moved).toEqual([endpoint.gains.one]);
      expect(await rowsOf(key)).toHaveLength(1);
    },
  );

  test.each(ROUNDS)(
    "50 concurrent requests with one key and two bodies: one is executed (round %i)",
    async () => {
      const [subject, key] = [await endpoint.makeSubject(partner), randomUUID()];
      let done: Content = "one";
      const moved = await gained([partner], async () => {
        const answers = await atOnce(AT_ONCE, (index) =>
          sendKeyed({
            endpoint,
            partner,
            subject,
            key,
            content: index % 2 === 0 ? "one" : "other",
          }),
        );
        const [one = [], another = []] = byTurns(answers, 2);
        done = expectOneContent(endpoint, { one, other: another });
      });
      expect(moved).toEqual([endpoint.gains[done]]);
      expect(await rowsOf(key)).toHaveLength(1);
    },
  );

  test.each(ROUNDS)(
    "50 concurrent requests of two partners with one key: each executed once (round %i)",
    async () => {
      const key = randomUUID();
      const partners = [partner, other];
      const subjects = await Promise.all(partners.map((each) => endpoint.makeSubject(each)));
      const moved = await gained(partners, async () => {
        const answers = await atOnce(AT_ONCE, (index) => {
          const [mine, subject] = index % 2 === 0 ? [partner, subjects[0]] : [other, subjects[1]];
          return sendKeyed({ endpoint, partner: mine, subject: subject ?? "", key });
        });
        for (const group of byTurns(answers, 2)) expectOnce(endpoint, group);
      });
      expect(moved).toEqual([endpoint.gains.one, endpoint.gains.one]);
      expect(await rowsOf(key)).toHaveLength(2);
    },
  );
});

test.each(ROUNDS)(
  "54 concurrent requests of all six endpoints with one key: each executed once (round %i)",
  async () => {
    const key = randomUUID();
    const count = IDEMPOTENT_ENDPOINTS.length;
    const sent = await Promise.all(
      IDEMPOTENT_ENDPOINTS.map(async (endpoint) => ({
        ...{ endpoint, partner, key },
        subject: await endpoint.makeSubject(partner),
      })),
    );
    const moved = await gained([partner], async () => {
      const requests = upTo(9).flatMap(() => sent);
      const groups = byTurns(await Promise.all(requests.map(sendKeyed)), count);
      for (const [index, { endpoint }] of sent.entries()) expectOnce(endpoint, groups[index] ?? []);
    });
    expect(moved).toEqual([IDEMPOTENT_ENDPOINTS.reduce((sum, { gains }) => sum + gains.one, 0)]);
    expect(await rowsOf(key)).toHaveLength(count);
  },
);
