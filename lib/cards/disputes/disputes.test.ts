import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { audit } from "@/lib/ledger";
import { ownerClient } from "@/test/database/attack";
import { openAlertsAbout } from "@/test/fixtures/alerts";
import { balancesOf, bookFaults, eventsOf, walletOf } from "@/test/fixtures/books";
import {
  creditedFor,
  decidedDispute,
  disputeBody,
  openedDispute,
  settledPurchase,
  sumOfList,
} from "@/test/fixtures/disputes";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { networkBalancesOf } from "@/test/fixtures/network";
import { atOnce, type Client, clientOf, statuses } from "@/test/http/client";
import { expectRefusal } from "@/test/http/expect-answer";
import { advanceDisputes } from "./advance-disputes";

let partner: TestPartner;
let client: Client;
let cardId: string;
let purchase: string;

beforeEach(async () => {
  partner = await makePartner();
  client = clientOf(partner);
  cardId = await makeCard(partner, { amountUsd: 100 });
  purchase = await settledPurchase(partner, cardId, 40);
});
afterAll(endTests);

/** The card's events: type, status, amount. */
async function transactionEvents(): Promise<string[]> {
  const events = await eventsOf(partner.partnerId);
  return events
    .filter(({ event }) => event === "card.transaction-event")
    .map(({ data }) => `${data.type} ${data.status} ${data.amount}`);
}

async function expectSoundBooks(): Promise<void> {
  expect(await bookFaults(partner.partnerId)).toEqual([]);
  expect((await audit()).filter(({ brokenRows }) => brokenRows.length > 0)).toEqual([]);
}

describe("money", () => {
  test("an open dispute credits the card at once, with a row and an event", async () => {
    const { status, json } = await client.dispute(purchase, disputeBody());
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      serviceTransactionId: purchase,
      serviceCardId: cardId,
      amount: 40,
      reason: "not_received",
      status: "pending",
    });
    expect(await networkBalancesOf(cardId)).toEqual({ available: 100, held: 0, shortfall: 0 });
    expect([await sumOfList(cardId), await creditedFor(partner.partnerId)]).toEqual([0, -40]);
    const { transactions } = (await client.listCardTransactions({ category: "dispute" })).json.data;
    expect(transactions).toMatchObject([
      {
        serviceTransactionId: json.data.creditTransactionId,
        amount: 40,
        status: "reversed",
        transactionType: "refund",
      },
    ]);
    expect((await transactionEvents()).at(-1)).toBe("credit reversed 40");
    await expectSoundBooks();
  });

  test("a dispute whose transaction changes all the time is decided under locks", async () => {
    const owner = await ownerClient();
    await owner.query(`
      CREATE SEQUENCE stale_attempts;
      CREATE FUNCTION be_stale() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN
        IF nextval('public.stale_attempts') <= 4 THEN RAISE EXCEPTION 'changed' USING ERRCODE = 'PW001'; END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER be_stale AFTER INSERT ON card_disputes FOR EACH ROW EXECUTE FUNCTION be_stale();`);
    try {
      expect((await client.dispute(purchase, disputeBody())).status).toBe(201);
    } finally {
      await owner.query(
        "DROP TRIGGER be_stale ON card_disputes; DROP FUNCTION be_stale; DROP SEQUENCE stale_attempts",
      );
      await owner.end();
    }
    expect(await creditedFor(partner.partnerId)).toBe(-40);
    await expectSoundBooks();
  });

  test("a won dispute leaves the credit, and the network returns the amount", async () => {
    const disputeId = await openedDispute(partner, purchase);
    const data = await decidedDispute(partner, disputeId, "won");
    expect(data).toMatchObject({ disputeId, status: "won" });
    expect(data.reversalTransactionId).toBeUndefined();
    expect(await networkBalancesOf(cardId)).toEqual({ available: 100, held: 0, shortfall: 0 });
    expect(await creditedFor(partner.partnerId)).toBe(0);
    await expectSoundBooks();
  });

  test.each(["lost", "withdrawn"])(
    "a dispute that is %s takes the credit back",
    async (outcome) => {
      const disputeId = await openedDispute(partner, purchase, { amount: 15.25 });
      expect(await networkBalancesOf(cardId)).toMatchObject({ available: 75.25 });
      const data = await decidedDispute(partner, disputeId, outcome);
      expect(data).toMatchObject({ status: outcome, amount: 15.25 });
      expect(await networkBalancesOf(cardId)).toEqual({ available: 60, held: 0, shortfall: 0 });
      expect([await sumOfList(cardId), await creditedFor(partner.partnerId)]).toEqual([-40, 0]);
      expect((await transactionEvents()).slice(-2)).toEqual([
        "credit reversed 15.25",
        "debit approved 15.25",
      ]);
      const { transactions } = (await client.listCardTransactions({ category: "dispute" })).json
        .data;
      expect(transactions[0]).toMatchObject({
        serviceTransactionId: data.reversalTransactionId,
        status: "settled",
        transactionType: "withdrawal",
      });
      await expectSoundBooks();
    },
  );

  test("the part of a lost dispute that a card cannot pay becomes its shortfall, which a later credit pays", async () => {
    const disputeId = await openedDispute(partner, purchase);
    await client.withdraw({ serviceCardId: cardId, amount: 70, reference: "r" });
    await decidedDispute(partner, disputeId, "lost");
    expect(await networkBalancesOf(cardId)).toEqual({ available: 0, held: 0, shortfall: 10 });
    expect(await openAlertsAbout("card_shortfall", cardId)).toHaveLength(1);
    await expectSoundBooks();
    await client.fund({ serviceCardId: cardId, amount: 25 });
    expect(await networkBalancesOf(cardId)).toEqual({ available: 15, held: 0, shortfall: 0 });
    expect(await openAlertsAbout("card_shortfall", cardId)).toEqual([]);
    await expectSoundBooks();
  });

  test("the provisional credit recovers a shortfall first", async () => {
    const first = await openedDispute(partner, purchase);
    const second = await settledPurchase(partner, cardId, 30);
    await client.withdraw({ serviceCardId: cardId, amount: 60, reference: "r" });
    await decidedDispute(partner, first, "lost");
    expect(await networkBalancesOf(cardId)).toMatchObject({ available: 0, shortfall: 30 });
    await openedDispute(partner, second, { amount: 20 });
    expect(await networkBalancesOf(cardId)).toMatchObject({ available: 0, shortfall: 10 });
    await expectSoundBooks();
  });

  test("the credit of a terminated card goes to the wallet, and its return becomes a shortfall", async () => {
    await client.terminate(cardId);
    const wallet = await walletOf(partner.partnerId);
    const disputeId = await openedDispute(partner, purchase);
    expect(await balancesOf(cardId)).toMatchObject({ available: 0, wallet: wallet + 40 });
    await expectSoundBooks();
    await decidedDispute(partner, disputeId, "lost");
    expect(await networkBalancesOf(cardId)).toEqual({ available: 0, held: 0, shortfall: 40 });
    await expectSoundBooks();
  });

  test("a refund after the dispute stays, and the withdrawn dispute gives the credit back", async () => {
    const disputeId = await openedDispute(partner, purchase);
    expect((await client.refund(purchase)).status).toBe(200);
    expect(await networkBalancesOf(cardId)).toMatchObject({ available: 140 });
    await decidedDispute(partner, disputeId, "withdrawn");
    expect(await networkBalancesOf(cardId)).toMatchObject({ available: 100 });
    expect(await sumOfList(cardId)).toBe(0);
    await expectSoundBooks();
  });
});

describe("refusals", () => {
  test("a transaction has one dispute, also when two are opened at once", async () => {
    const answers = await atOnce(6, () => client.dispute(purchase, disputeBody()));
    expect(statuses(answers)).toEqual({ 201: 1, 409: 5 });
    expect(await networkBalancesOf(cardId)).toMatchObject({ available: 100 });
    await expectSoundBooks();
  });

  test("a repeated request returns the dispute in its current state", async () => {
    const key = randomUUID();
    const answers = await atOnce(4, () => client.dispute(purchase, disputeBody(), key));
    expect(statuses(answers)).toEqual({ 201: 4 });
    const ids = new Set(answers.map(({ json }) => json.data.disputeId));
    expect(ids.size).toBe(1);
    await decidedDispute(partner, [...ids][0], "won");
    const { json } = await client.dispute(purchase, disputeBody(), key);
    expect(json.data.status).toBe("won");
  });

  test("a key that another purchase or another amount used opens no dispute and returns none", async () => {
    const key = randomUUID();
    const other = (await client.authorize(cardId, { amount: 5 })).json.data.serviceTransactionId;
    await client.settle(other);
    expect((await client.dispute(purchase, disputeBody(), key)).status).toBe(201);
    for (const [id, body] of [
      [other, disputeBody()],
      [purchase, disputeBody({ amount: 1 })],
    ] as const) {
      const { status, json } = await client.dispute(id, body, key);
      expect([status, json.message]).toEqual([400, "Idempotency key has already been used"]);
    }
    expect((await client.listDisputes()).json.data.disputes).toHaveLength(1);
  });

  test.each([
    ["won", 409],
    ["lost", 409],
    ["withdrawn", 201],
  ])("after a dispute that is %s another one is answered with %i", async (outcome, status) => {
    await decidedDispute(partner, await openedDispute(partner, purchase), outcome);
    expect((await client.dispute(purchase, disputeBody())).status).toBe(status);
    await expectSoundBooks();
  });

  test("only a settled debit can be disputed, up to what was not refunded", async () => {
    const open = (await client.authorize(cardId, { amount: 5 })).json.data.serviceTransactionId;
    const refund = (await client.refund(purchase, 15)).json.data.serviceTransactionId;
    for (const id of [open, refund])
      expectRefusal(await client.dispute(id, disputeBody()), 400, "TRANSACTION_NOT_DISPUTABLE");
    expectRefusal(
      await client.dispute(purchase, disputeBody({ amount: 25.01 })),
      400,
      "AMOUNT_ABOVE_TRANSACTION",
    );
    const { json } = await client.dispute(purchase, disputeBody());
    expect(json.data.amount).toBe(25);
    await expectSoundBooks();
  });

  test("a fully refunded transaction cannot be disputed", async () => {
    await client.refund(purchase);
    const answer = await client.dispute(purchase, disputeBody());
    expectRefusal(answer, 400, "TRANSACTION_NOT_DISPUTABLE");
  });

  test("a transaction can be disputed for 120 days", async () => {
    const age = async (days: number) => {
      await sql("ALTER TABLE card_transactions DISABLE TRIGGER fixed_terms");
      await sql(
        "UPDATE card_transactions SET created_at = now() - make_interval(days => $2, hours => 1) WHERE id = $1",
        [purchase, days],
      );
      await sql("ALTER TABLE card_transactions ENABLE TRIGGER fixed_terms");
    };
    await age(120);
    expectRefusal(await client.dispute(purchase, disputeBody()), 400, "DISPUTE_TOO_LATE");
    await age(119);
    expect((await client.dispute(purchase, disputeBody())).status).toBe(201);
  });

  test("a decided dispute is not decided again, and other partners' disputes are unknown", async () => {
    const disputeId = await openedDispute(partner, purchase);
    await decidedDispute(partner, disputeId, "won");
    expectRefusal(await client.decideDispute(disputeId, "lost"), 400, "DISPUTE_NOT_OPEN");
    const other = clientOf(await makePartner());
    expectRefusal(await other.getDispute(disputeId), 404, "DISPUTE_NOT_FOUND");
    expectRefusal(await other.decideDispute(disputeId, "lost"), 404, "DISPUTE_NOT_FOUND");
    expect((await other.listDisputes()).json.data.disputes).toEqual([]);
  });
});

test("of opposite outcomes at once one counts, also at the sandbox", async () => {
  const id = await openedDispute(partner, purchase);
  await advanceDisputes();
  const outcomes = ["won", "lost", "withdrawn", "won", "lost"];
  await Promise.all(outcomes.map((outcome) => client.decideDispute(id, outcome)));
  const [{ status }] = await sql("SELECT status FROM card_disputes WHERE id = $1", [id]);
  expect(outcomes).toContain(status);
  const rows = await sql("SELECT status FROM sandbox_disputes WHERE transaction_id = $1", [
    purchase,
  ]);
  expect(rows).toEqual([{ status }]);
});

test("a pending dispute can be decided before it is submitted", async () => {
  const disputeId = await openedDispute(partner, purchase);
  const { json } = await client.decideDispute(disputeId, "withdrawn");
  expect(json.data.status).toBe("pending");
  await advanceDisputes();
  expect((await client.getDispute(disputeId)).json.data.status).toBe("withdrawn");
  const again = await openedDispute(partner, purchase);
  await advanceDisputes();
  expect((await client.getDispute(again)).json.data.status).toBe("submitted");
  await expectSoundBooks();
});

test.each([
  [
    "one after the other",
    async (decide: (outcome: string) => Promise<unknown>) => {
      await decide("won");
      await decide("withdrawn");
    },
  ],
  [
    "at once",
    (decide: (outcome: string) => Promise<unknown>) =>
      Promise.all(["won", "lost", "withdrawn", "won"].map(decide)),
  ],
])("of several outcomes of a pending dispute, %s, one counts", async (_, decideAll) => {
  const disputeId = await openedDispute(partner, purchase);
  await decideAll((outcome) => client.decideDispute(disputeId, outcome));
  const rows = await sql("SELECT status FROM sandbox_disputes WHERE transaction_id = $1", [
    purchase,
  ]);
  expect(rows).toHaveLength(1);
  await advanceDisputes();
  expect((await client.getDispute(disputeId)).json.data.status).toBe(rows[0].status);
  await expectSoundBooks();
});

test("the list has the partner's disputes, newest first, by status and transaction", async () => {
  const first = await openedDispute(partner, purchase, { productDescription: "A bicycle" });
  const other = await settledPurchase(partner, cardId, 10);
  const second = await openedDispute(partner, other);
  await decidedDispute(partner, first, "lost");
  await advanceDisputes();
  const idsOf = async (query: Record<string, string | number>) => {
    const { disputes, pagination } = (await client.listDisputes(query)).json.data;
    return [pagination.total, disputes.map(({ disputeId }: { disputeId: string }) => disputeId)];
  };
  expect(await idsOf({})).toEqual([2, [second, first]]);
  expect(await idsOf({ limit: 1, skip: 1 })).toEqual([2, [first]]);
  expect(await idsOf({ status: "submitted" })).toEqual([1, [second]]);
  expect(await idsOf({ serviceTransactionId: purchase })).toEqual([1, [first]]);
  const { data } = (await client.getDispute(first)).json;
  expect(data).toMatchObject({ productDescription: "A bicycle", status: "lost" });
  expect(Object.keys(data)).toContain("decidedAt");
});
