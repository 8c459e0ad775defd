import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as resume } from "@/app/api/admin/partners/[id]/resume/route";
import { POST as suspend } from "@/app/api/admin/partners/[id]/suspend/route";
import { POST as createWithdrawal } from "@/app/api/v1/partner/withdrawal/route";
import { inRequest, setCallerId } from "@/lib/kernel/request-context";
import { changeRedirectUrl } from "@/lib/partners/profile/store";
import { ownerClient } from "@/test/database/attack";
import { walletOf } from "@/test/fixtures/books";
import {
  deposit,
  endTests,
  makeCard,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import {
  type Browser,
  codeOf,
  makePerson,
  signedIn,
  type TestPerson,
} from "@/test/fixtures/people";
import { ADDRESS, decisionsIn, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { clientOf } from "@/test/http/client";
import { expectRefusal } from "@/test/http/expect-answer";

let admin: TestPerson;
let browser: Browser;
let partner: TestPartner;
let cardId: string;
beforeAll(async () => {
  admin = await makePerson();
  browser = await signedIn(admin);
});
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 1_000 });
  cardId = await makeCard(partner, { amountUsd: 100 });
});
afterAll(endTests);

const suspendIt = () =>
  browser.call(suspend, {
    method: "POST",
    params: { id: partner.partnerId },
    body: { reason: "Stolen keys" },
  });
const waitingFor = async (statement: string, count: number) => {
  await expect
    .poll(async () => {
      const [row] = await sql(
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1 AND datname = current_database()",
        [`%${statement}%`],
      );
      return row.n;
    })
    .toBe(count);
};

describe("a partner's request that waits while the partner is suspended", () => {
  test("is refused after the suspension's response and changes nothing", async () => {
    const owner = await signedIn(await makePerson({ partnerId: partner.partnerId, role: "owner" }));
    const before = await walletOf(partner.partnerId);
    const accounts = await ownerClient();
    await accounts.query("BEGIN");
    await accounts.query("SELECT FROM ledger.accounts WHERE partner_id = $1 FOR UPDATE", [
      partner.partnerId,
    ]);
    const key = randomUUID();
    const funding = { serviceCardId: cardId, amount: 10 };
    const body = { amount: 500, toAddress: ADDRESS };
    const waiting = [
      clientOf(partner).fund(funding, key),
      clientOf(partner).switchCard(cardId, "freeze"),
      withdrawalsOf(partner).create(body),
      owner.call(createWithdrawal, { method: "POST", body, idempotencyKey: randomUUID() }),
    ];
    await waitingFor("commit_change_set(", waiting.length);
    expect((await suspendIt()).status).toBe(200);
    await accounts.query("COMMIT");
    await accounts.end();

    for (const answer of await Promise.all(waiting))
      expectRefusal(answer, 403, "PARTNER_SUSPENDED");
    expect(await walletOf(partner.partnerId)).toBe(before);
    expect((await withdrawalsOf(partner).list()).status).toBe(403);

    await browser.call(resume, {
      method: "POST",
      params: { id: partner.partnerId },
      body: { totp: codeOf(admin) },
    });
    // A refused request frees its key.
    expect((await clientOf(partner).fund(funding, key)).status).toBe(200);
    expect((await clientOf(partner).getCard(cardId)).json.data.status).toBe("active");
  });

  test("is awaited if it is being committed", async () => {
    const committing = await ownerClient();
    await committing.query("BEGIN");
    await committing.query("SELECT commit_change_set($1)", [
      JSON.stringify({ callers: [partner.partnerId] }),
    ]);
    let isAnswered = false;
    const answer = suspendIt().finally(() => {
      isAnswered = true;
    });
    await waitingFor("set_suspension", 1);
    expect(isAnswered).toBe(false);
    await committing.query("COMMIT");
    await committing.end();
    expect((await answer).status).toBe(200);
  });

  test("is refused too if it is a single statement", async () => {
    await suspendIt();
    const change = inRequest("req_test", async () => {
      setCallerId(partner.partnerId);
      await changeRedirectUrl(partner.partnerId, "https://example.com/stolen");
    });
    await expect(change).rejects.toMatchObject({ code: "PARTNER_SUSPENDED" });
    const [row] = await sql("SELECT redirect_url FROM partners WHERE id = $1", [partner.partnerId]);
    expect(row.redirect_url).toBeNull();
  });
});

test("deposits and administrators' decisions continue for a suspended partner", async () => {
  const id = await withdrawalsOf(partner).make(100);
  const before = (await walletOf(partner.partnerId)) ?? 0;
  await suspendIt();
  await deposit(partner.partnerId, partner.walletAddress, 25);
  const decided = await decisionsIn(browser).reject(id, { totp: codeOf(admin) });
  expect(decided.status).toBe(200);
  expect(await walletOf(partner.partnerId)).toBe(before + 125);
});
