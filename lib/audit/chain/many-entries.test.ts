import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { POST as fund } from "@/app/api/v1/partner/card/fund/route";
import { DELETE as terminate } from "@/app/api/v1/partner/card/terminate/[serviceCardId]/route";
import { POST as setWebhook } from "@/app/api/v1/partner/profile/webhook/route";
import { POST as sendTest } from "@/app/api/v1/partner/webhooks/test/route";
import { POST as withdraw } from "@/app/api/v1/partner/withdrawal/route";
import { disconnect } from "@/lib/db";
import { ownerClient } from "@/test/database/attack";
import { endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import { verifyChain } from "./verify-chain";

const ROUNDS = 12;

afterAll(endTests);

async function makeOffice() {
  const partner = await makePartner();
  const browser = await signedIn(await makePerson({ partnerId: partner.partnerId }));
  const cards = await Promise.all([1, 2, 3].map(() => makeCard(partner)));
  return { partner, browser, cards };
}
type Office = Awaited<ReturnType<typeof makeOffice>>;

/** One round of concurrent actions by a partner's people and servers, each with locks of its own. */
async function oneRound({ partner, browser, cards }: Office): Promise<number[]> {
  const [first = "", second = "", last = ""] = cards;
  const fresh = () => ({ "idempotency-key": randomUUID() });
  const post = (body: object) => ({ method: "POST", body, headers: fresh() });
  const toAddress = "0x52908400098527886E0F7030069857D2E4169EE7";
  const url = `https://example.com/${randomUUID()}`;
  const answers = await Promise.all([
    browser.call(fund, post({ serviceCardId: first, amount: 5 })),
    browser.call(fund, post({ serviceCardId: second, amount: 5 })),
    browser.call(withdraw, post({ amount: 20, toAddress, chain: "base", token: "usdc" })),
    browser.call(setWebhook, post({ webhookUrl: url })),
    browser.call(sendTest, post({ event: "card.created" })),
    browser.call(terminate, {
      method: "DELETE",
      params: { serviceCardId: last },
      headers: fresh(),
    }),
    clientOf(partner).fund({ serviceCardId: first, amount: 5 }),
    clientOf(partner).fund({ serviceCardId: second, amount: 5 }),
  ]);
  return answers.map(({ status }) => status);
}

test("an open transaction blocks no other entry: the head is locked at the commit", async () => {
  const { personId } = await makePerson();
  const insertion = (id: string) =>
    `INSERT INTO audit_entries (id, person_id, action, target_id, created_at) VALUES ('${id}', '${personId}', 'a', 'b', now())`;
  const slow = await ownerClient();
  try {
    await slow.query("BEGIN");
    await slow.query(insertion("aud_slow"));
    await sql(`SET lock_timeout = '5s'; ${insertion("aud_fast")}`);
    await slow.query("COMMIT");
  } finally {
    await slow.end();
  }
  const rows = await sql("SELECT entry_id FROM audit_chain ORDER BY position");
  expect(rows.map((row) => row.entry_id)).toEqual(["aud_fast", "aud_slow"]);
});

test("concurrent entries of many people, during API calls with keys, never deadlock", async () => {
  const offices = await Promise.all([makeOffice(), makeOffice()]);
  const statuses: number[] = [];
  for (let round = 0; round < ROUNDS; round++)
    statuses.push(...(await Promise.all(offices.map(oneRound))).flat());
  expect(statuses.filter((status) => status >= 500)).toEqual([]);

  const { end, faults } = await verifyChain();
  expect(faults).toEqual([]);
  const [{ n }] = await sql("SELECT count(*) AS n FROM audit_entries");
  expect(end.entries.toString()).toBe(n);
  expect(Number(n)).toBeGreaterThan(offices.length * ROUNDS * 3);

  // Each connection reports its count at its end. A deadlock would otherwise go unnoticed, because it is retried.
  await disconnect();
  const [{ deadlocks }] = await sql(
    "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()",
  );
  expect(deadlocks).toBe("0");
});
