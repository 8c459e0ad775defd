import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { GET as explain } from "@/app/api/v1/partner/explain/[id]/route";
import { applyNetworkNotification } from "@/lib/cards/network/apply-notification";
import { newId } from "@/lib/kernel/ids";
import { inRequest } from "@/lib/kernel/request-context";
import { requestLog } from "@/lib/request-log/request-log";
import { decidedDispute, openedDispute, settledPurchase } from "@/test/fixtures/disputes";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { NetworkStory, says } from "@/test/fixtures/network";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";

let partner: TestPartner;
let browser: Browser;
let cardId: string;
let card: string;
let story: NetworkStory;

beforeEach(async () => {
  partner = await makePartner();
  browser = await signedIn(await makePerson({ partnerId: partner.partnerId, role: "viewer" }));
  cardId = await makeCard(partner, { amountUsd: 100 });
  const [{ last4 }] = await sql("SELECT last4 FROM cards WHERE id = $1", [cardId]);
  card = `card ending ${last4}`;
  story = new NetworkStory(cardId);
});
afterAll(endTests);

/** Applies a message as the route of an issuer does: in a request that is in no partner's log. */
const receive = (...messages: Parameters<NetworkStory["says"]>) =>
  inRequest(newId("req"), () => applyNetworkNotification(story.says(...messages)));

async function explained(id: string) {
  const { status, json } = await browser.call(explain, { params: { id } });
  expect(status, JSON.stringify(json)).toBe(200);
  return json.data;
}

/** The sentence about the newest row of a category; a refund of no purchase before one of a purchase. */
async function sentenceOf(category: string): Promise<string> {
  const [{ id }] = await sql(
    `SELECT id FROM card_transactions WHERE card_id = $1 AND category = $2
     ORDER BY created_at DESC, category = 'refund' AND original_id IS NULL DESC, length(id) DESC, id DESC LIMIT 1`,
    [cardId, category],
  );
  const { sentence, journals } = await explained(id);
  for (const { cause } of journals)
    expect(cause).toEqual({ kind: "service", text: expect.any(String), isLogged: false });
  return sentence;
}

describe("reports of the card network are explained in words, with the network as the cause", () => {
  test("a hold, its parts and the charge above it", async () => {
    await receive(says.authorization(60));
    expect(await sentenceOf("authorization")).toBe(
      `Corner Shop authorized 60.00 USD. The amount is held on ${card} until it is settled or reversed.`,
    );
    await receive(says.capture(45, false));
    expect(await sentenceOf("authorization")).toBe(
      `Corner Shop authorized 60.00 USD and has settled 45.00 USD of it. The other 15.00 USD is held on ${card} until it is settled or released.`,
    );
    await receive(says.capture(20, true));
    expect(await sentenceOf("authorization")).toMatch(
      `Corner Shop charged 5.00 USD to ${card} that no hold covered`,
    );
  });

  test("a charge without an authorization, and the shortfall that it leaves", async () => {
    await receive(says.capture(130, true));
    expect(await sentenceOf("authorization")).toBe(
      `Corner Shop charged 130.00 USD to ${card} without an authorization. The card network posts such charges without asking. The card had 30.00 USD too little. The card owes this shortfall, and the next money that comes to it pays it.`,
    );
    await receive(says.refund(140));
    expect(await sentenceOf("refund")).toBe(
      `Corner Shop refunded 10.00 USD to ${card}, beyond any purchase that could be refunded.`,
    );
  });

  test("a refund that paid a shortfall, and one that was taken back", async () => {
    await receive(says.capture(130, true));
    await receive(says.refund(40));
    expect(await sentenceOf("refund")).toBe(
      `Corner Shop refunded 40.00 USD to ${card}. 30.00 USD of it paid a shortfall of the card.`,
    );
    await receive(says.refundReversal(40));
    expect(await sentenceOf("authorization")).toMatch(
      `Corner Shop took back a refund: 40.00 USD was charged to ${card}.`,
    );
  });

  test.each([
    ["expiry", says.expiry(), "The authorization of Corner Shop expired. The 60.00 USD"],
    ["decline", says.decline(60), "The card network declined the purchase at Corner Shop after"],
    ["reversal", says.reversal(20), "Corner Shop reversed 20.00 USD of the authorization."],
    ["capture", says.capture(50, true), "Corner Shop charged less than it had authorized."],
  ])("a hold that ended by a message of the kind %s", async (_, message, sentence) => {
    await receive(says.authorization(60));
    await receive(message);
    expect(await sentenceOf("reversal")).toMatch(sentence);
  });
});

interface Journal {
  text: string;
  cause: { text: string };
  transaction?: { id: string; text: string };
}

test("the entries of a card's balance name their merchants and lead to their transactions", async () => {
  await receive(says.authorization(60));
  const { lines, journals } = await explained(cardId);
  const [row] = await sql(
    "SELECT id FROM card_transactions WHERE card_id = $1 AND category = 'authorization'",
    [cardId],
  );
  expect(lines.at(-1)).toEqual({ text: "Corner Shop: authorization hold", amount: -60 });
  expect(journals.at(-1).transaction).toEqual({ id: row.id, kind: "card", text: "Corner Shop" });
  expect(journals[0]).toMatchObject({ text: "Card funding", transaction: { kind: "wallet" } });
  // The explanation of a transaction does not lead to itself.
  for (const { transaction } of (await explained(row.id)).journals)
    expect(transaction).toBeUndefined();
});

test("the credit of a dispute and its return lead to the disputed transaction", async () => {
  const purchase = await settledPurchase(partner, cardId, 40);
  const dispute = await openedDispute(partner, purchase);
  await decidedDispute(partner, dispute, "lost");
  const rows = await sql(
    "SELECT id FROM card_transactions WHERE card_id = $1 AND category = 'dispute' ORDER BY id",
    [cardId],
  );
  const found = await Promise.all(rows.map(({ id }) => explained(id)));
  expect(found.map(({ sentence }) => sentence)).toEqual([
    `A transaction of ${card} is disputed. 40.00 USD was credited to the card until the dispute is decided.`,
    `A dispute ended without a return of the money. 40.00 USD was taken back from ${card}.`,
  ]);
  for (const { journals } of found)
    expect(journals.map(({ transaction }: Journal) => transaction?.id)).toEqual([purchase]);
  expect(found[1].journals[0].cause.text).toMatch(/dispute/);
});

test("a transaction that an API key simulated keeps the request as its cause", async () => {
  await clientOf(partner).authorize(cardId, { amount: 5 });
  await requestLog().flush();
  const last: Journal = (await explained(cardId)).journals.at(-1);
  expect(last.cause.text).toBe(
    "Requested with API key tests: POST /api/v1/sandbox/cards/{serviceCardId}/authorizations",
  );
});
