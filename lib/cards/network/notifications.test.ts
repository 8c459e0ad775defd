import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { bookFaults, eventsOf } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { NetworkStory, networkBalancesOf, says } from "@/test/fixtures/network";
import { type Client, clientOf } from "@/test/http/client";
import { applyNetworkNotification } from "./apply-notification";
import type { NetworkMessage } from "./message";

let partner: TestPartner;
let client: Client;
let cardId: string;
let story: NetworkStory;

beforeEach(async () => {
  partner = await makePartner();
  client = clientOf(partner);
  cardId = await makeCard(partner, { amountUsd: 100 });
  story = new NetworkStory(cardId);
});
afterAll(endTests);

const apply = (...messages: NetworkMessage[]) => applyNetworkNotification(story.says(...messages));

/** The card's list, oldest first: id without the transaction's own, status, amount. */
async function listed(): Promise<string[]> {
  const rows = await sql(
    `SELECT id, category, status, amount_micro_usd / 1e6 AS amount, original_id FROM card_transactions
     WHERE card_id = $1 ORDER BY created_at, id`,
    [cardId],
  );
  return rows.map(({ id, category, status, amount }) => {
    const [, suffix = ""] = /^txn_[0-9a-z]{26}(.*)$/.exec(id) ?? [];
    return `${category}${suffix} ${status} ${Number(amount)}`;
  });
}

/** The events of the card: type, status, amount. */
async function transactionEvents(): Promise<string[]> {
  const events = await eventsOf(partner.partnerId);
  return events
    .filter(({ event }) => event === "card.transaction-event")
    .map(({ data }) => `${data.type} ${data.status} ${data.amount}`);
}

const alerts = () =>
  sql("SELECT closed_at FROM alerts WHERE kind = 'card_shortfall' AND subject = $1", [cardId]);

describe("a report of the card network", () => {
  const CASES: [string, NetworkMessage[][], object, string[]][] = [
    [
      "a capture above the hold is a second transaction",
      [[says.authorization(30)], [says.capture(36.5, true)]],
      { available: 63.5, held: 0, shortfall: 0 },
      ["authorization settled 30", "authorization_inc settled 6.5"],
    ],
    [
      "several captures shrink the hold, and the rest is released when the authorization closes",
      [
        [says.authorization(30)],
        [says.capture(10)],
        [says.capture(5)],
        [says.total(30, 1, { isOpen: false })],
      ],
      { available: 85, held: 0, shortfall: 0 },
      ["authorization settled 15", "reversal_rev reversed 15"],
    ],
    [
      "a capture without an authorization is posted",
      [[says.capture(12, true)]],
      { available: 88, held: 0, shortfall: 0 },
      ["authorization settled 12"],
    ],
    [
      "a capture after the hold expired is posted",
      [[says.authorization(20)], [says.expiry()], [says.capture(20, true)]],
      { available: 80, held: 0, shortfall: 0 },
      ["authorization reversed 20", "authorization_inc settled 20", "reversal_rev reversed 20"],
    ],
    [
      "an incremental authorization is a further hold",
      [[says.authorization(20)], [says.authorization(15)], [says.capture(35, true)]],
      { available: 65, held: 0, shortfall: 0 },
      ["authorization settled 20", "authorization_inc settled 15"],
    ],
    [
      "a partial reversal releases a part of the hold",
      [[says.authorization(20)], [says.reversal(5)]],
      { available: 85, held: 15, shortfall: 0 },
      ["authorization authorized 15", "reversal_rev reversed 5"],
    ],
    [
      "a stand-in approval is held, even above the balance",
      [[says.total(130, 1)]],
      { available: 0, held: 130, shortfall: 30 },
      ["authorization authorized 130"],
    ],
    [
      "a decline after the approval releases the hold",
      [[says.authorization(20)], [says.decline(20)]],
      { available: 100, held: 0, shortfall: 0 },
      ["authorization reversed 20", "reversal_rev reversed 20"],
    ],
    [
      "a decline of the issuer alone is listed",
      [[says.decline(20)]],
      { available: 100, held: 0, shortfall: 0 },
      ["authorization declined 20"],
    ],
    [
      "an approval of the network after a decline is held",
      [[says.authorization(20, "card frozen")], [says.total(20, 1)]],
      { available: 80, held: 20, shortfall: 0 },
      ["authorization declined 20", "authorization authorized 20"],
    ],
    [
      "a refund without a purchase is credited",
      [[says.refund(7)]],
      { available: 107, held: 0, shortfall: 0 },
      ["refund reversed 7"],
    ],
    [
      "a refund above the purchase is credited: the excess by itself",
      [[says.capture(10, true)], [says.refund(14)]],
      { available: 104, held: 0, shortfall: 0 },
      ["authorization settled 10", "refund reversed 4", "refund_rev reversed 10"],
    ],
    [
      "a reversed refund is taken back",
      [[says.capture(10, true)], [says.refund(10)], [says.refundReversal(10)]],
      { available: 90, held: 0, shortfall: 0 },
      ["authorization settled 10", "authorization_inc settled 10", "refund_rev reversed 10"],
    ],
    [
      "a capture that overtakes its authorization leaves no hold",
      [[says.capture(20, true)], [says.authorization(20)]],
      { available: 80, held: 0, shortfall: 0 },
      ["authorization settled 20"],
    ],
  ];

  test.each(CASES)("%s", async (_, notifications, balances, rows) => {
    for (const messages of notifications) {
      expect(await apply(...messages)).toEqual({ applied: messages.length, card: "known" });
      expect(await apply(...messages)).toEqual({ applied: 0, card: "known" });
    }
    expect(await networkBalancesOf(cardId)).toEqual(balances);
    expect((await listed()).sort()).toEqual([...rows].sort());
    expect(await bookFaults(partner.partnerId)).toEqual([]);
  });

  test("each row of the list has its event, in the shapes of the spec", async () => {
    await apply(says.authorization(30));
    await apply(says.capture(40, true));
    await apply(says.refund(45));
    expect(await transactionEvents()).toEqual([
      "debit approved 30",
      "debit approved 10",
      "credit reversed 30",
      "credit reversed 10",
      "credit reversed 5",
    ]);
    const rows = await sql("SELECT id FROM card_transactions WHERE card_id = $1", [cardId]);
    const events = await eventsOf(partner.partnerId);
    const ids = events.map(({ data }) => data.serviceTransactionId).filter(Boolean);
    expect(ids.sort()).toEqual(rows.map(({ id }) => id).sort());
  });

  test("a refund without a purchase is described as a refund", async () => {
    await apply(says.refund(7));
    const [event] = (await eventsOf(partner.partnerId)).slice(-1);
    expect(event.data.description).toBe("Refund from Corner Shop");
  });

  test("the facts of the network are stored with the transaction", async () => {
    story = new NetworkStory(cardId, {
      merchantCategoryCode: "5812",
      networkTransactionId: "net_1",
      authorizationCode: "A1B2C3",
      entryMode: "contactless",
      merchantCurrency: "EUR",
      merchantAmountMinor: 1_834n,
    });
    await apply(says.authorization(20));
    const [row] = await sql(
      "SELECT * FROM card_transactions WHERE card_id = $1 AND category = 'authorization'",
      [cardId],
    );
    expect(row).toMatchObject({
      merchant_category_code: "5812",
      network_reference: "net_1",
      authorization_code: "A1B2C3",
      entry_mode: "contactless",
      merchant_currency: "EUR",
      merchant_amount_minor: "1834",
    });
  });

  test("a card that nobody knows changes nothing", async () => {
    story = new NetworkStory("card_unknown");
    expect(await apply(says.capture(5))).toEqual({ applied: 0, card: "unknown" });
  });

  test("a transaction of one card never moves another card", async () => {
    await apply(says.authorization(5));
    const other = await makeCard(partner, { amountUsd: 50 });
    const foreign = { ...story.says(says.capture(5)), issuerCardId: other };
    await expect(applyNetworkNotification(foreign)).rejects.toThrow("belongs to another card");
    expect(await networkBalancesOf(other)).toMatchObject({ available: 50 });
  });

  test("the same message delivered at once by eight is applied once", async () => {
    const message = says.capture(9, true);
    const answers = await Promise.all(Array.from({ length: 8 }, () => apply(message)));
    expect(answers.reduce((sum, { applied }) => sum + applied, 0)).toBe(1);
    expect(await networkBalancesOf(cardId)).toMatchObject({ available: 91 });
  });
});

describe("a card in any status", () => {
  test("a frozen card is captured, refunded and never refused", async () => {
    await apply(says.authorization(20));
    await client.switchCard(cardId, "freeze");
    await apply(says.capture(25, true));
    await apply(says.refund(5));
    expect(await networkBalancesOf(cardId)).toEqual({ available: 80, held: 0, shortfall: 0 });
  });

  test("a capture on a terminated card is a shortfall, and a refund pays it before the wallet", async () => {
    await client.terminate(cardId);
    await apply(says.capture(30, true));
    expect(await networkBalancesOf(cardId)).toEqual({ available: 0, held: 0, shortfall: 30 });
    await apply(says.refund(36));
    expect(await networkBalancesOf(cardId)).toEqual({ available: 0, held: 0, shortfall: 0 });
    const events = await eventsOf(partner.partnerId);
    expect(events.at(-1)).toMatchObject({ data: { source: "liquidation", amount: 6 } });
    expect(await bookFaults(partner.partnerId)).toEqual([]);
  });
});

describe("a shortfall", () => {
  test("opens an alert and is recovered from the next fundings, which close it", async () => {
    await apply(says.capture(110, true));
    expect(await networkBalancesOf(cardId)).toEqual({ available: 0, held: 0, shortfall: 10 });
    expect(await alerts()).toEqual([{ closed_at: null }]);
    await client.fund({ serviceCardId: cardId, amount: 6 });
    expect(await networkBalancesOf(cardId)).toMatchObject({ available: 0, shortfall: 4 });
    expect(await alerts()).toEqual([{ closed_at: null }]);
    await client.fund({ serviceCardId: cardId, amount: 6 });
    expect(await networkBalancesOf(cardId)).toMatchObject({ available: 2, shortfall: 0 });
    expect(await alerts()).toEqual([{ closed_at: expect.any(Date) }]);
    expect(await bookFaults(partner.partnerId)).toEqual([]);
  });

  test("is never above what fundings at once recover", async () => {
    await apply(says.capture(110, true));
    const fund = () => client.fund({ serviceCardId: cardId, amount: 7 });
    const answers = await Promise.all(Array.from({ length: 6 }, fund));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await networkBalancesOf(cardId)).toEqual({ available: 32, held: 0, shortfall: 0 });
    expect(await bookFaults(partner.partnerId)).toEqual([]);
  });

  test("grows with further captures and declines authorizations", async () => {
    await apply(says.capture(110, true));
    await applyNetworkNotification(new NetworkStory(cardId).says(says.capture(5, true)));
    expect(await networkBalancesOf(cardId)).toMatchObject({ available: 0, shortfall: 15 });
    const answer = await client.authorize(cardId, { amount: 1 });
    expect(answer.json.data.declinedReason).toBe("insufficient funds");
  });
});
