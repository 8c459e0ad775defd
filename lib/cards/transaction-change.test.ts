import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { audit } from "@/lib/ledger/audit";
import { bookFaults, eventsOf } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { NetworkStory, networkBalancesOf, says } from "@/test/fixtures/network";
import { type Client, clientOf } from "@/test/http/client";
import { applyNetworkNotification } from "./network/apply-notification";

afterAll(endTests);

describe("a transaction that the network's messages made", () => {
  let partner: TestPartner;
  let client: Client;
  let cardId: string;
  let id: string;

  beforeEach(async () => {
    partner = await makePartner();
    client = clientOf(partner);
    cardId = await makeCard(partner, { amountUsd: 100 });
    await report({ message: "authorization", amount: 40 });
    id = (await client.listCardTransactions({ serviceCardId: cardId })).json.data.transactions[0]
      .serviceTransactionId;
  });

  const report = async (body: object) => {
    const merchant = { merchantName: "Corner Shop", merchantCountry: "US" };
    const answer = await client.networkMessage(cardId, {
      ...merchant,
      networkTransaction: "t",
      ...body,
    });
    expect(answer.status).toBe(200);
  };

  /** The books are right, and the network's totals in USD are these. */
  async function expectTotals(held: number, captured: number, refunded: number) {
    const [row] = await sql(
      `SELECT (held_micro_usd / 10000)::int / 100.0 AS held, (captured_micro_usd / 10000)::int / 100.0 AS captured,
         (refunded_micro_usd / 10000)::int / 100.0 AS refunded FROM network_transactions WHERE card_id = $1`,
      [cardId],
    );
    const totals = [row.held, row.captured, row.refunded].map(Number);
    expect(totals).toEqual([held, captured, refunded]);
    expect(await bookFaults(partner.partnerId)).toEqual([]);
    expect((await audit()).filter(({ brokenRows }) => brokenRows.length > 0)).toEqual([]);
  }

  test("is settled as by a final capture of the network", async () => {
    const { status, json } = await client.settle(id);
    expect([status, json.data.status, json.data.amount]).toEqual([200, "settled", 40]);
    await expectTotals(0, 40, 0);
    expect((await client.settle(id)).json.message).toBe("TRANSACTION_NOT_OPEN");
    expect((await client.reverse(id)).json.message).toBe("TRANSACTION_NOT_OPEN");
    expect(await networkBalancesOf(cardId)).toEqual({ available: 60, held: 0, shortfall: 0 });
  });

  test("settled above its hold has an increase, and all of it can be refunded", async () => {
    expect((await client.settle(id, 50)).json.data).toMatchObject({
      status: "settled",
      amount: 40,
    });
    await expectTotals(0, 50, 0);
    expect((await client.refund(id, 50.01)).json.message).toBe("AMOUNT_ABOVE_TRANSACTION");
    const refund = (await client.refund(id)).json.data;
    expect(refund).toMatchObject({
      serviceTransactionId: `${id}_rev`,
      status: "reversed",
      amount: 40,
    });
    await expectTotals(0, 50, 50);
    expect((await client.refund(id)).json.message).toBe("TRANSACTION_NOT_OPEN");
    expect(await networkBalancesOf(cardId)).toEqual({ available: 100, held: 0, shortfall: 0 });
  });

  test("is reversed in parts, and what remains can be increased and captured", async () => {
    expect((await client.reverse(id, 40.01)).json.message).toBe("AMOUNT_ABOVE_TRANSACTION");
    const part = (await client.reverse(id, 15)).json.data;
    expect(part).toMatchObject({ serviceTransactionId: id, status: "authorized", amount: 25 });
    await expectTotals(25, 0, 0);
    await report({ message: "authorization", amount: 5 });
    await expectTotals(30, 0, 0);
    await report({ message: "capture", amount: 25, isFinal: false });
    // The first debit is collected, and its increase is still held.
    expect((await client.settle(id)).json.data).toMatchObject({ status: "settled", amount: 25 });
    await expectTotals(0, 30, 0);
  });

  test("settled twice at once is settled once", async () => {
    const answers = await Promise.all([client.settle(id), client.settle(id), client.settle(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    await expectTotals(0, 40, 0);
  });

  test("has the events of a simulated purchase", async () => {
    await client.settle(id, 30);
    const events = (await eventsOf(partner.partnerId)).slice(-2).map(({ data }) => data);
    expect(events).toMatchObject([
      { type: "debit", serviceTransactionId: id, amount: 40 },
      { type: "credit", serviceTransactionId: `${id}_rev`, amount: 10 },
    ]);
  });

  test("a transaction that the network declined cannot be changed", async () => {
    await report({ message: "authorization", amount: 900 });
    const [row] = await sql(
      "SELECT id FROM card_transactions WHERE card_id = $1 AND status = 'declined'",
      [cardId],
    );
    expect((await client.settle(row.id)).json.message).toBe("TRANSACTION_NOT_OPEN");
    expect((await client.refund(row.id)).json.message).toBe("TRANSACTION_NOT_OPEN");
  });

  test.each(["settle", "reverse", "refund"] as const)(
    "of a real issuer is not changed: %s",
    async (verb) => {
      const issuerCardId = `ic_${cardId}`;
      await sql(
        `UPDATE cards SET issuer = 'stripe', issuer_card_id = $2, number_sealed = NULL, cvv_sealed = NULL
         WHERE id = $1`,
        [cardId, issuerCardId],
      );
      const said = new NetworkStory(cardId).says(
        says.authorization(10),
        says.capture(verb === "refund" ? 10 : 4, verb === "refund"),
      );
      await applyNetworkNotification({ ...said, issuer: "stripe", issuerCardId });
      const [row] = await sql(
        "SELECT id FROM card_transactions WHERE network_transaction_id LIKE 'stripe:%' AND card_id = $1",
        [cardId],
      );
      const before = await networkBalancesOf(cardId);
      const { status, json } = await client[verb](row.id, 1);
      expect([status, json.message]).toEqual([400, "TRANSACTION_NOT_OPEN"]);
      expect(json.data.error).toContain("issuer");
      expect(await networkBalancesOf(cardId)).toEqual(before);
    },
  );
});

test("the rows of a simulated settlement keep the currency of the purchase", async () => {
  const partner = await makePartner();
  const client = clientOf(partner);
  const cardId = await makeCard(partner, { amountUsd: 100 });
  const { json } = await client.authorize(cardId, { amount: 30, currency: "EUR" });
  const { serviceTransactionId } = json.data;
  await client.reverse(serviceTransactionId, 5);
  await client.settle(serviceTransactionId, 40);
  await client.refund(serviceTransactionId, 1);
  const rows = await sql(
    `SELECT category, merchant_currency FROM card_transactions
     WHERE card_id = $1 AND category <> 'cross_border_fee'`,
    [cardId],
  );
  expect(rows).toHaveLength(4);
  expect(rows.map(({ merchant_currency }) => merchant_currency)).toEqual(rows.map(() => "EUR"));
});

describe("a simulated settlement in another currency", () => {
  /** The events of the card after its authorization of 30 EUR, without their ids' first part. */
  async function eventsAfter(...changes: ["settle" | "reverse", number?][]) {
    const partner = await makePartner();
    const client = clientOf(partner);
    const cardId = await makeCard(partner, { amountUsd: 100 });
    await sql("UPDATE partners SET cross_border_fee_bps = 300 WHERE id = $1", [partner.partnerId]);
    const { json } = await client.authorize(cardId, { amount: 30, currency: "EUR" });
    const id = json.data.serviceTransactionId;
    const before = (await eventsOf(partner.partnerId)).length;
    for (const [verb, amount] of changes)
      expect((await client[verb](id, amount)).json.data.amount).toBeGreaterThan(0);
    const events = (await eventsOf(partner.partnerId)).slice(before);
    expect(await bookFaults(partner.partnerId)).toEqual([]);
    const { available, shortfall } = await networkBalancesOf(cardId);
    return {
      events: events.map(({ data }) => [
        data.type,
        data.serviceTransactionId.slice(id.length),
        data.amount,
      ]),
      balance: Number((available - shortfall).toFixed(2)),
    };
  }

  test("a simulated settlement above the hold charges the fee of the added part, after its debit", async () => {
    const debits = [
      ["debit", "_inc", 10],
      ["cross-border", "_inc_fx", 0.3],
    ];
    expect(await eventsAfter(["settle", 40])).toEqual({ events: debits, balance: 58.8 });
  });

  test("a simulated settlement of no more than the hold charges no further fee", async () => {
    expect(await eventsAfter(["settle"])).toEqual({ events: [], balance: 69.1 });
    const credits = [["credit", "_rev", 5]];
    expect(await eventsAfter(["settle", 25])).toEqual({ events: credits, balance: 74.1 });
  });

  test("charges nothing twice for an amount that was reversed", async () => {
    const credit = ["credit", "_rev", 10];
    const within = await eventsAfter(["reverse", 10], ["settle", 25]);
    expect(within).toEqual({ events: [credit, ["debit", "_inc", 5]], balance: 74.1 });
    const above = await eventsAfter(["reverse", 10], ["settle", 40]);
    const debits = [
      ["debit", "_inc", 20],
      ["cross-border", "_inc_fx", 0.3],
    ];
    expect(above).toEqual({ events: [credit, ...debits], balance: 58.8 });
  });

  test("a simulated settlement that the card cannot pay charges the fee to its shortfall", async () => {
    const debits = [
      ["debit", "_inc", 70],
      ["cross-border", "_inc_fx", 2.1],
    ];
    expect(await eventsAfter(["settle", 100])).toEqual({ events: debits, balance: -3 });
  });
});
