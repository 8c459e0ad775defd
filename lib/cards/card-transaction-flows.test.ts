import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { balancesOf, bookFaults, eventsOf } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner } from "@/test/fixtures/make";
import { type Client, clientOf } from "@/test/http/client";

/**
 * One step of a scenario, its result, and the balances of the card and the wallet after it (the wallet as a
 * difference).
 */
type Step = [
  what: string,
  answer: string,
  after: { available: number; held: number; wallet: number },
];

/**
 * Each scenario starts with a card of 100 USD. `authorize 30` creates the transaction of the later steps; `authorize 30
 * EUR` is in another currency (3 %). Source: design 6, design 7 (terminating with open holds).
 */
const STORIES: Record<string, Step[]> = {
  "settled for what was held": [
    ["authorize 30", "authorized 30", { available: 70, held: 30, wallet: 0 }],
    ["settle", "settled 30", { available: 70, held: 0, wallet: 0 }],
  ],
  "settled for less: the rest is released": [
    ["authorize 30", "authorized 30", { available: 70, held: 30, wallet: 0 }],
    ["settle 12.34", "settled 12.34", { available: 87.66, held: 0, wallet: 0 }],
  ],
  "settled for more: the card pays the difference, as a transaction of its own": [
    ["authorize 30", "authorized 30", { available: 70, held: 30, wallet: 0 }],
    ["settle 36.5", "settled 30", { available: 63.5, held: 0, wallet: 0 }],
  ],
  "settled for more, refunded whole: the increase comes back too": [
    ["authorize 30", "authorized 30", { available: 70, held: 30, wallet: 0 }],
    ["settle 36.5", "settled 30", { available: 63.5, held: 0, wallet: 0 }],
    ["refund", "reversed 30", { available: 100, held: 0, wallet: 0 }],
    ["refund", "TRANSACTION_NOT_OPEN", { available: 100, held: 0, wallet: 0 }],
  ],
  "settled for more, refunded in parts, and not beyond what was paid": [
    ["authorize 30", "authorized 30", { available: 70, held: 30, wallet: 0 }],
    ["settle 36.5", "settled 30", { available: 63.5, held: 0, wallet: 0 }],
    ["refund 29", "reversed 29", { available: 92.5, held: 0, wallet: 0 }],
    ["refund 7.51", "AMOUNT_ABOVE_TRANSACTION", { available: 92.5, held: 0, wallet: 0 }],
    ["refund 2", "reversed 1", { available: 94.5, held: 0, wallet: 0 }],
    ["refund 5", "reversed 5", { available: 99.5, held: 0, wallet: 0 }],
    ["refund", "reversed 0.5", { available: 100, held: 0, wallet: 0 }],
  ],
  "settled for more, terminated, then refunded whole": [
    ["authorize 30", "authorized 30", { available: 70, held: 30, wallet: 0 }],
    ["settle 36.5", "settled 30", { available: 63.5, held: 0, wallet: 0 }],
    ["terminate", "processing", { available: 0, held: 0, wallet: 63.5 }],
    ["refund", "reversed 30", { available: 0, held: 0, wallet: 100 }],
  ],
  "settled for all that the card has": [
    ["authorize 30", "authorized 30", { available: 70, held: 30, wallet: 0 }],
    ["settle 100", "settled 30", { available: 0, held: 0, wallet: 0 }],
  ],
  "settled for more than the card has: the card owes the difference, and a refund pays it first": [
    ["authorize 30", "authorized 30", { available: 70, held: 30, wallet: 0 }],
    ["settle 105", "settled 30", { available: 0, held: 0, wallet: 0 }],
    ["refund 4", "reversed 4", { available: 0, held: 0, wallet: 0 }],
    ["refund 2", "reversed 2", { available: 1, held: 0, wallet: 0 }],
  ],
  "reversed whole": [
    ["authorize 30", "authorized 30", { available: 70, held: 30, wallet: 0 }],
    ["reverse", "reversed 30", { available: 100, held: 0, wallet: 0 }],
    ["reverse", "TRANSACTION_NOT_OPEN", { available: 100, held: 0, wallet: 0 }],
    ["settle", "TRANSACTION_NOT_OPEN", { available: 100, held: 0, wallet: 0 }],
    ["refund", "TRANSACTION_NOT_OPEN", { available: 100, held: 0, wallet: 0 }],
  ],
  "reversed in parts, then settled": [
    ["authorize 30", "authorized 30", { available: 70, held: 30, wallet: 0 }],
    ["reverse 10", "authorized 20", { available: 80, held: 20, wallet: 0 }],
    ["reverse 20.01", "AMOUNT_ABOVE_TRANSACTION", { available: 80, held: 20, wallet: 0 }],
    ["reverse 0.5", "authorized 19.5", { available: 80.5, held: 19.5, wallet: 0 }],
    ["settle", "settled 19.5", { available: 80.5, held: 0, wallet: 0 }],
  ],
  "reversed in parts to nothing": [
    ["authorize 30", "authorized 30", { available: 70, held: 30, wallet: 0 }],
    ["reverse 29.99", "authorized 0.01", { available: 99.99, held: 0.01, wallet: 0 }],
    ["reverse 0.01", "reversed 0.01", { available: 100, held: 0, wallet: 0 }],
  ],
  "refunded whole": [
    ["authorize 30", "authorized 30", { available: 70, held: 30, wallet: 0 }],
    ["refund", "TRANSACTION_NOT_OPEN", { available: 70, held: 30, wallet: 0 }],
    ["settle", "settled 30", { available: 70, held: 0, wallet: 0 }],
    ["refund", "reversed 30", { available: 100, held: 0, wallet: 0 }],
    ["refund", "TRANSACTION_NOT_OPEN", { available: 100, held: 0, wallet: 0 }],
  ],
  "refunded in parts, and not beyond what was paid": [
    ["authorize 30", "authorized 30", { available: 70, held: 30, wallet: 0 }],
    ["settle 20", "settled 20", { available: 80, held: 0, wallet: 0 }],
    ["refund 20.01", "AMOUNT_ABOVE_TRANSACTION", { available: 80, held: 0, wallet: 0 }],
    ["refund 5.5", "reversed 5.5", { available: 85.5, held: 0, wallet: 0 }],
    ["refund 14.51", "AMOUNT_ABOVE_TRANSACTION", { available: 85.5, held: 0, wallet: 0 }],
    ["refund", "reversed 14.5", { available: 100, held: 0, wallet: 0 }],
    ["refund 0.01", "TRANSACTION_NOT_OPEN", { available: 100, held: 0, wallet: 0 }],
  ],
  "reversed in part, settled, refunded twice": [
    ["authorize 30", "authorized 30", { available: 70, held: 30, wallet: 0 }],
    ["reverse 10", "authorized 20", { available: 80, held: 20, wallet: 0 }],
    ["settle", "settled 20", { available: 80, held: 0, wallet: 0 }],
    ["refund 5", "reversed 5", { available: 85, held: 0, wallet: 0 }],
    ["refund", "reversed 15", { available: 100, held: 0, wallet: 0 }],
  ],
  "declined for its amount: nothing is held, nothing can follow": [
    [
      "authorize 100.01",
      "declined 100.01 insufficient funds",
      { available: 100, held: 0, wallet: 0 },
    ],
    ["settle", "TRANSACTION_NOT_OPEN", { available: 100, held: 0, wallet: 0 }],
    ["reverse", "TRANSACTION_NOT_OPEN", { available: 100, held: 0, wallet: 0 }],
    ["refund", "TRANSACTION_NOT_OPEN", { available: 100, held: 0, wallet: 0 }],
    ["authorize 100", "authorized 100", { available: 0, held: 100, wallet: 0 }],
  ],
  "declined on a frozen card, whose open hold still settles": [
    ["authorize 30", "authorized 30", { available: 70, held: 30, wallet: 0 }],
    ["freeze", "frozen", { available: 70, held: 30, wallet: 0 }],
    ["settle 40", "settled 30", { available: 60, held: 0, wallet: 0 }],
    ["authorize 1", "declined 1 card frozen", { available: 60, held: 0, wallet: 0 }],
    ["unfreeze", "active", { available: 60, held: 0, wallet: 0 }],
    ["authorize 1", "authorized 1", { available: 59, held: 1, wallet: 0 }],
  ],
  "in another currency: the fee is taken at once and never comes back": [
    ["authorize 50 EUR", "authorized 50", { available: 48.5, held: 50, wallet: 0 }],
    ["reverse", "reversed 50", { available: 98.5, held: 0, wallet: 0 }],
  ],
  "in another currency, settled and refunded": [
    ["authorize 50 EUR", "authorized 50", { available: 48.5, held: 50, wallet: 0 }],
    ["settle", "settled 50", { available: 48.5, held: 0, wallet: 0 }],
    ["refund", "reversed 50", { available: 98.5, held: 0, wallet: 0 }],
  ],
  "in another currency, and the card has the amount but not its fee": [
    [
      "authorize 97.1 EUR",
      "declined 97.1 insufficient funds",
      { available: 100, held: 0, wallet: 0 },
    ],
    ["authorize 97.09 EUR", "authorized 97.09", { available: 0, held: 97.09, wallet: 0 }],
  ],
  "so small in another currency that the fee is nothing": [
    ["authorize 0.16 EUR", "authorized 0.16", { available: 99.84, held: 0.16, wallet: 0 }],
    ["authorize 0.17 EUR", "authorized 0.17", { available: 99.66, held: 0.33, wallet: 0 }],
  ],
  "terminated with a hold that settles": [
    ["authorize 30", "authorized 30", { available: 70, held: 30, wallet: 0 }],
    ["terminate", "processing", { available: 0, held: 30, wallet: 70 }],
    ["authorize 1", "declined 1 card terminated", { available: 0, held: 30, wallet: 70 }],
  ],
  "terminated, then settled for less: the rest goes to the wallet at once": [
    ["authorize 30", "authorized 30", { available: 70, held: 30, wallet: 0 }],
    ["terminate", "processing", { available: 0, held: 30, wallet: 70 }],
    ["settle 12", "settled 12", { available: 0, held: 0, wallet: 88 }],
    ["refund 2", "reversed 2", { available: 0, held: 0, wallet: 90 }],
    ["refund", "reversed 10", { available: 0, held: 0, wallet: 100 }],
  ],
  "terminated, then settled for more than was held": [
    ["authorize 30", "authorized 30", { available: 70, held: 30, wallet: 0 }],
    ["terminate", "processing", { available: 0, held: 30, wallet: 70 }],
    ["settle 32", "settled 30", { available: 0, held: 0, wallet: 70 }],
    ["refund 5", "reversed 5", { available: 0, held: 0, wallet: 73 }],
  ],
  "terminated, then reversed in parts": [
    ["authorize 30", "authorized 30", { available: 70, held: 30, wallet: 0 }],
    ["terminate", "processing", { available: 0, held: 30, wallet: 70 }],
    ["reverse 10", "authorized 20", { available: 0, held: 20, wallet: 80 }],
    ["reverse", "reversed 20", { available: 0, held: 0, wallet: 100 }],
  ],
  "settled, then terminated, then refunded": [
    ["authorize 30", "authorized 30", { available: 70, held: 30, wallet: 0 }],
    ["settle", "settled 30", { available: 70, held: 0, wallet: 0 }],
    ["terminate", "processing", { available: 0, held: 0, wallet: 70 }],
    ["refund", "reversed 30", { available: 0, held: 0, wallet: 100 }],
  ],
};

interface Scene {
  client: Client;
  serviceCardId: string;
  transactionId: string;
}

/** Runs one step and returns its result in short form. */
async function play(what: string, scene: Scene): Promise<string> {
  const { client, serviceCardId, transactionId } = scene;
  const [verb, text, currency] = what.split(" ");
  const amount = text === undefined ? undefined : Number(text);
  if (verb === "freeze" || verb === "unfreeze")
    return (await client.switchCard(serviceCardId, verb)).json.data.status;
  if (verb === "terminate")
    return (await client.terminate(serviceCardId)).json.data.liquidationStatus;
  const { status, json } =
    verb === "authorize"
      ? await client.authorize(serviceCardId, { amount, ...(currency ? { currency } : {}) })
      : await client[verb as "settle" | "reverse" | "refund"](transactionId, amount);
  if (status !== 200) return json.message;
  if (verb === "authorize") scene.transactionId = json.data.serviceTransactionId;
  return [json.data.status, json.data.amount, json.data.declinedReason].filter(Boolean).join(" ");
}

afterAll(endTests);

test.each(Object.entries(STORIES))("%s", async (_, steps) => {
  const { partnerId, ...partner } = await makePartner();
  const client = clientOf(partner);
  const serviceCardId = await makeCard({ partnerId, ...partner }, { amountUsd: 100 });
  const walletBefore = (await balancesOf(serviceCardId)).wallet;
  const scene: Scene = { client, serviceCardId, transactionId: "" };
  for (const [what, answer, after] of steps) {
    const events = (await eventsOf(partnerId)).length;
    expect(await play(what, scene), what).toBe(answer);
    const { available, held, wallet } = await balancesOf(serviceCardId);
    expect({ available, held, wallet: wallet - walletBefore }, what).toEqual(after);
    const card = (await client.getCard(serviceCardId)).json.data;
    expect([card.availableBalance, card.ledgerBalance], what).toEqual([
      available,
      Number((available + held).toFixed(6)),
    ]);
    if (/^[A-Z_]+$/.test(answer))
      expect(await eventsOf(partnerId), `${what} is refused without an event`).toHaveLength(events);
    expect(await bookFaults(partnerId), what).toEqual([]);
  }
});
