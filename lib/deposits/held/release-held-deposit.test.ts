import "@/test/database";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as closeAlert } from "@/app/api/admin/alerts/[id]/close/route";
import { GET as getStatement } from "@/app/api/admin/books/partners/[id]/statement/route";
import { GET as getOne } from "@/app/api/admin/held-deposits/[id]/route";
import { GET as list } from "@/app/api/admin/held-deposits/route";
import { GET as explain } from "@/app/api/v1/partner/explain/[id]/route";
import { GET as getTransaction } from "@/app/api/v1/partner/transactions/[transactionId]/route";
import { GET as listDeposits } from "@/app/api/v1/partner/wallet/deposits/route";
import { alertRow } from "@/lib/alerts/alert-row";
import { now } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { audit, commit } from "@/lib/ledger";
import { makeAlert } from "@/test/fixtures/alerts";
import { bookFaults, eventsOf, walletOf } from "@/test/fixtures/books";
import { holdDeposit, releaseIn, type TestHeldDeposit } from "@/test/fixtures/held-deposits";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import {
  type Browser,
  codeOf,
  makePerson,
  signedIn,
  type TestPerson,
  wrongCodeOf,
} from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import { expectRefusal, expectSuccess, invalidFields, TIMESTAMP } from "@/test/http/expect-answer";

const REASON = "Agreed with the partner";
const EVENT = "wallet.deposit.crypto";

let admin: TestPerson;
let browser: Browser;
let partner: TestPartner;
let held: TestHeldDeposit;
beforeAll(async () => {
  admin = await makePerson();
  browser = await signedIn(admin);
});
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 100 });
  held = await holdDeposit(partner);
});
afterAll(endTests);

/** The deposit of 100 USD minus the fees of a card. */
const BEFORE_USD = 99;

const release = (body: object = {}) =>
  releaseIn(browser, held.id, { reason: REASON, totp: codeOf(admin), ...body });
const look = async (id = held.id) => (await browser.call(getOne, { params: { id } })).json.data;
const listed = async (query: Record<string, string | number> = {}) =>
  (await browser.call(list, { query })).json.data;
const idsOf = ({ deposits }: { deposits: { depositId: string }[] }) =>
  deposits.map(({ depositId }) => depositId);
const openAlerts = () =>
  sql("SELECT kind FROM alerts WHERE subject = $1 AND closed_at IS NULL", [held.id]);
const faults = async () => [
  ...(await bookFaults(partner.partnerId)),
  ...(await audit()).filter(({ brokenRows }) => brokenRows.length > 0).map(({ name }) => name),
];

/** Expects that a refused release has changed nothing. */
async function expectHeld(): Promise<void> {
  expect(await walletOf(partner.partnerId)).toBe(BEFORE_USD);
  expect(await look()).toMatchObject({ state: "held" });
  expect(await openAlerts()).toEqual([{ kind: "deposit_suspense" }]);
  expect(await faults()).toEqual([]);
}

describe("the list", () => {
  test("is filtered by partner, time and a search, in both states", async () => {
    const { partnerId } = partner;
    const another = await makePartner();
    await holdDeposit(another);
    const found = async (query: Record<string, string>) => idsOf(await listed(query));
    expect(await found({ partnerId })).toEqual([held.id]);
    expect((await listed({ partnerId })).pagination.total).toBe(1);
    expect((await found({ partnerId: `${partnerId},${another.partnerId}` })).length).toBe(2);
    await sql("UPDATE partners SET name = 'Hölder Ltd' WHERE id = $1", [partnerId]);
    const { toAddress, receivedAt } = await look();
    for (const search of [held.id, held.txHash, toAddress.toLowerCase(), "holder"])
      expect(await found({ search }), search).toEqual([held.id]);
    for (const search of ["Ltd", newId("dep")]) expect(await found({ search })).toEqual([]);
    expect(await found({ partnerId, from: receivedAt })).toEqual([held.id]);
    expect(await found({ partnerId, to: receivedAt })).toEqual([]);
    expect(await found({ partnerId, state: "credited" })).toEqual([]);
    expect((await release()).status).toBe(200);
    expect(await found({ partnerId, state: "credited", search: held.id })).toEqual([held.id]);
    expect(await found({ partnerId })).toEqual([]);
  });

  test("has held deposits oldest first, with owner and reason", async () => {
    const later = await holdDeposit(partner, 3);
    const page = await listed({ limit: 100 });
    const ids = idsOf(page);
    expect(ids.indexOf(held.id)).toBeGreaterThanOrEqual(0);
    expect(ids.indexOf(held.id)).toBeLessThan(ids.indexOf(later.id));
    expect(page.pagination.total).toBe(ids.length);
    const [row] = page.deposits.filter((each: { depositId: string }) => each.depositId === held.id);
    expect(row).toEqual(await look());
    const [card] = await sql("SELECT user_id, last4 FROM cards WHERE id = $1", [held.cardId]);
    expect(row).toEqual({
      depositId: held.id,
      state: "held",
      heldFor: "card_terminated",
      amount: 25,
      chain: "base-sepolia",
      token: "usdc",
      txHash: held.txHash,
      explorerUrl: expect.stringContaining(held.txHash),
      isOnChain: true,
      fromAddress: "0x1111111111111111111111111111111111111111",
      toAddress: held.address,
      partnerId: partner.partnerId,
      partnerName: "Test partner",
      serviceCardId: held.cardId,
      last4: card.last4,
      serviceId: card.user_id,
      goneAt: TIMESTAMP,
      receivedAt: TIMESTAMP,
    });
  });

  test("pages, and lists credited ones separately, newest first", async () => {
    const later = await holdDeposit(partner, 3);
    await release();
    await releaseIn(browser, later.id, { reason: REASON, totp: codeOf(admin) });
    const credited = await listed({ state: "credited", limit: 2 });
    expect(idsOf(credited)).toEqual([later.id, held.id]);
    const second = await listed({ state: "credited", limit: 1, skip: 1 });
    expect(idsOf(second)).toEqual([held.id]);
    expect(idsOf(await listed({ limit: 100 }))).not.toContain(held.id);
  });

  test.each([newId("dep"), newId("wd"), "dep_", "../x"])("an unknown id: %s", async (id) => {
    expectRefusal(await browser.call(getOne, { params: { id } }), 404, "HELD_DEPOSIT_NOT_FOUND");
    const body = { reason: REASON, totp: codeOf(admin) };
    expectRefusal(await releaseIn(browser, id, body), 404, "HELD_DEPOSIT_NOT_FOUND");
  });

  test("an immediately credited deposit is not listed", async () => {
    const [{ id }] = await sql("SELECT id FROM deposits WHERE partner_id = $1", [
      partner.partnerId,
    ]);
    const body = { reason: REASON, totp: codeOf(admin) };
    expectRefusal(await releaseIn(browser, id, body), 404, "HELD_DEPOSIT_NOT_FOUND");
  });

  test("names a deleted user as the reason", async () => {
    const at = new Date(Date.now() - 60_000);
    await sql(
      "UPDATE users SET deleted_at = $2, email_key = NULL WHERE id = (SELECT user_id FROM cards WHERE id = $1)",
      [held.cardId, at],
    );
    expect(await look()).toMatchObject({ heldFor: "user_deleted", goneAt: at.toISOString() });
  });
});

describe("crediting", () => {
  test("credits the wallet, sends the event, closes the alert, and records the person", async () => {
    const before = await look();
    const answer = await release();
    expectSuccess(answer, {
      ...before,
      state: "credited",
      release: {
        personId: admin.personId,
        personName: "Test",
        reason: REASON,
        at: TIMESTAMP,
        serviceTransactionId: expect.stringMatching(/^txn_/),
      },
    });
    expect(await look()).toEqual(answer.json.data);
    expect(await walletOf(partner.partnerId)).toBe(BEFORE_USD + 25);
    const { transactions } = (await clientOf(partner).listWalletTransactions()).json.data;
    expect(transactions[0]).toMatchObject({
      _id: answer.json.data.release.serviceTransactionId,
      amount: 25,
      type: "credit",
      action: "funding",
      category: "deposit_release",
      narration: expect.stringMatching(
        /^Deposit of USDC on base-sepolia for the card ending \d{4}/,
      ),
    });
    const events = await eventsOf(partner.partnerId, EVENT);
    expect(events.at(-1)).toStrictEqual({
      event: EVENT,
      timestamp: TIMESTAMP,
      data: {
        partnerId: partner.partnerId,
        amount: 25,
        txHash: held.txHash,
        chain: "base-sepolia",
        token: "usdc",
        fromAddress: "0x1111111111111111111111111111111111111111",
        toAddress: held.address,
      },
    });
    expect(await openAlerts()).toEqual([]);
    const audited = await sql("SELECT * FROM audit_entries WHERE target_id = $1", [held.id]);
    expect(audited).toMatchObject([
      {
        person_id: admin.personId,
        partner_id: null,
        action: "deposit.release",
        before: { state: "held" },
        after: { state: "credited", partnerId: partner.partnerId, amount: 25, reason: REASON },
        ip_address: browser.address,
        request_id: answer.headers.get("x-request-id"),
      },
    ]);
    expect(await faults()).toEqual([]);
  });

  test("fifty concurrent requests of two people credit once", async () => {
    const other = await makePerson({ role: "approver" });
    const theirs = await signedIn(other);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0
          ? release()
          : releaseIn(theirs, held.id, { reason: REASON, totp: codeOf(other) }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectRefusal(answer, 409, "HELD_DEPOSIT_CREDITED");
    expect(await walletOf(partner.partnerId)).toBe(BEFORE_USD + 25);
    // The first event is of the partner's initial 100 USD.
    expect(await eventsOf(partner.partnerId, EVENT)).toHaveLength(2);
    expect(await faults()).toEqual([]);
  });

  test("crediting a second time is refused and credits nothing", async () => {
    await release();
    expectRefusal(await release(), 409, "HELD_DEPOSIT_CREDITED");
    expect(await walletOf(partner.partnerId)).toBe(BEFORE_USD + 25);
  });

  test("crediting by an auditor is refused", async () => {
    const auditor = await makePerson({ role: "auditor" });
    const body = { reason: REASON, totp: codeOf(auditor) };
    const answer = await releaseIn(await signedIn(auditor), held.id, body);
    expectRefusal(answer, 403, "ROLE_NOT_ALLOWED");
    await expectHeld();
  });

  test("crediting with a wrong code is refused and recorded in the audit log", async () => {
    expectRefusal(await release({ totp: wrongCodeOf(admin) }), 401, "SECOND_FACTOR_INVALID");
    const refused = await sql("SELECT action, after FROM audit_entries WHERE target_id = $1", [
      held.id,
    ]);
    expect(refused).toEqual([
      { action: "second_factor.refused", after: { operation: "releaseHeldDeposit" } },
    ]);
    await expectHeld();
  });

  test.each([
    [{ reason: undefined }, "reason: isNotEmpty"],
    [{ reason: "  " }, "reason: isNotEmpty"],
    [{ reason: "x".repeat(501) }, "reason: maxLength"],
    [{ totp: undefined }, "totp: isNotEmpty"],
  ])("needs a reason and a code: %.30j", async (body, refused) => {
    expect(invalidFields(await release(body))).toEqual([refused]);
    await expectHeld();
  });

  test("crediting a transfer that a reorganization removed waits until it is back", async () => {
    const alert = alertRow({ kind: "deposit_orphaned", subject: held.id, text: "It is gone." });
    await commit({ insert: { alerts: [alert] } });
    expect(await look()).toMatchObject({ isOnChain: false });
    expectRefusal(await release(), 409, "DEPOSIT_NOT_ON_CHAIN");
    expect(await walletOf(partner.partnerId)).toBe(BEFORE_USD);
    await sql("UPDATE alerts SET closed_at = now() WHERE id = $1", [alert.id]);
    expect(await look()).toMatchObject({ isOnChain: true });
    expect((await release()).status).toBe(200);
  });

  test("crediting a removed transfer is refused after an administrator closed the alert", async () => {
    const id = await makeAlert("deposit_orphaned", held.id);
    const body = { reason: "It will not come back", totp: codeOf(admin) };
    const closed = await browser.call(closeAlert, { method: "POST", params: { id }, body });
    expect(closed.status).toBe(200);
    expect(await look()).toMatchObject({ isOnChain: false });
    expectRefusal(await release(), 409, "DEPOSIT_NOT_ON_CHAIN");
    await expectHeld();
  });

  test("crediting a transfer that came back and was removed again is refused", async () => {
    const back = await makeAlert("deposit_orphaned", held.id);
    await sql("UPDATE alerts SET closed_at = now() WHERE id = $1", [back]);
    await makeAlert("deposit_orphaned", held.id);
    expectRefusal(await release(), 409, "DEPOSIT_NOT_ON_CHAIN");
    expect(await walletOf(partner.partnerId)).toBe(BEFORE_USD);
  });
});

describe("a credited deposit is", () => {
  let transactionId: string;
  let owner: Browser;
  beforeEach(async () => {
    transactionId = (await release()).json.data.release.serviceTransactionId;
    owner = await signedIn(await makePerson({ partnerId: partner.partnerId, role: "viewer" }));
  });

  test("a credited deposit is a line of the month's statement, which is complete", async () => {
    const month = now().toISOString().slice(0, 7);
    const params = { id: partner.partnerId };
    const { data } = (await browser.call(getStatement, { params, query: { month } })).json;
    expect(data.lines).toContainEqual({
      type: "deposit_release",
      count: 1,
      amount: 25,
      feesWithin: 0,
    });
    expect(data).toMatchObject({ closing: BEFORE_USD + 25, difference: 0 });
  });

  test.each(["line of the wallet", "deposit"])(
    "explained down to the chain, as a %s",
    async (as) => {
      const id = as === "deposit" ? held.id : transactionId;
      const { data } = (await owner.call(explain, { params: { id } })).json;
      expect(data.total).toEqual({ text: "Your wallet", amount: 25 });
      expect(data.lines).toEqual([
        {
          text: as === "deposit" ? "On-chain: USDC on base-sepolia" : "Held deposits",
          amount: 25,
        },
      ]);
      expect(data.chain).toMatchObject({ chain: "base-sepolia", txHash: held.txHash });
      expect(data.events).toMatchObject([{ event: EVENT }]);
      expect(data.journals.at(-1).cause).toMatchObject({
        kind: "operator",
        text: "Decided by the operator",
      });
    },
  );

  test("a credited deposit is in the partner's deposits and its wallet transaction", async () => {
    const { deposits, pagination } = (await owner.call(listDeposits)).json.data;
    expect(pagination.total).toBe(2);
    expect(deposits[0]).toMatchObject({ id: held.id, status: "credited", amount: 25 });
    expect(deposits[0]).not.toHaveProperty("serviceCardId");
    const params = { transactionId };
    const { data } = (await owner.call(getTransaction, { params })).json;
    expect(data.deposit).toMatchObject({ id: held.id, txHash: held.txHash });
  });

  test("a credited deposit is not visible to others", async () => {
    const { partnerId } = await makePartner();
    const stranger = await signedIn(await makePerson({ partnerId }));
    expectRefusal(
      await stranger.call(explain, { params: { id: held.id } }),
      404,
      "NOTHING_TO_EXPLAIN",
    );
    expect((await stranger.call(listDeposits)).json.data.pagination.total).toBe(1);
  });
});

test("before crediting the partner sees it as held, without an explanation", async () => {
  const owner = await signedIn(await makePerson({ partnerId: partner.partnerId }));
  expectRefusal(await owner.call(explain, { params: { id: held.id } }), 404, "NOTHING_TO_EXPLAIN");
  const { deposits, pagination } = (await owner.call(listDeposits)).json.data;
  expect(pagination.total).toBe(2);
  expect(deposits[0]).toMatchObject({ id: held.id, status: "held", amount: 25 });
});
