import "@/test/database";
import { afterAll, beforeEach, expect, test } from "vitest";
import { settleAlert } from "@/lib/alerts/store";
import { now } from "@/lib/kernel/clock";
import { bookFaults, walletOf } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";
import { clientOf, statuses } from "@/test/http/client";
import { endClosedCard } from "./end-closed-card";

let partner: TestPartner;
beforeEach(async () => {
  partner = await makePartner();
});
afterAll(endTests);

/** Makes cards as an outside issuer has them. Their ids at the issuer are `ic_` and the card's id. */
async function cardsOfStripe(count: number): Promise<string[]> {
  const ids = [];
  for (let i = 0; i < count; i++) ids.push(await makeCard(partner, { amountUsd: 10 }));
  await sql(
    `UPDATE cards SET issuer = 'stripe', issuer_card_id = 'ic_' || id, number_sealed = NULL, cvv_sealed = NULL
     WHERE id = ANY ($1)`,
    [ids],
  );
  return ids;
}
const close = (cardId: string) => endClosedCard("stripe", `ic_${cardId}`);
const statusOf = async (cardId: string) =>
  (await sql("SELECT status FROM cards WHERE id = $1", [cardId]))[0].status;
const alertsAbout = (cardId: string) =>
  sql("SELECT text FROM alerts WHERE kind = 'issuer_card_closed' AND subject = $1", [cardId]);

/** Closes the alerts about cards as an administrator does. */
async function closeAlertsAbout(cardIds: readonly string[]): Promise<void> {
  const alerts = await sql(
    "SELECT id FROM alerts WHERE kind = 'issuer_card_closed' AND subject = ANY ($1)",
    [cardIds],
  );
  const by = (await makePerson()).personId;
  for (const { id } of alerts) await settleAlert(id, { by, reason: "Agreed", at: now() });
}

test("terminates a card with its alert or not at all, so that a later attempt finds the card as it was", async () => {
  const [cardId = ""] = await cardsOfStripe(1);
  const before = await walletOf(partner.partnerId);
  await sql("ALTER TABLE alerts ADD CONSTRAINT broken CHECK (kind <> 'issuer_card_closed')");
  try {
    await expect(close(cardId)).rejects.toThrow("broken");
  } finally {
    await sql("ALTER TABLE alerts DROP CONSTRAINT broken");
  }
  await close(cardId);
  await close(cardId);
  expect(await statusOf(cardId)).toBe("terminated");
  expect(await walletOf(partner.partnerId)).toBe(before + 10);
  expect(await alertsAbout(cardId)).toEqual([
    { text: expect.stringContaining("which was active here") },
  ]);
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});

test.each<[string, (cardIds: readonly string[]) => Promise<void>]>([
  ["open", async () => {}],
  ["closed by an administrator", closeAlertsAbout],
])("uses up none of the partner's own terminations of a minute: alerts %s", async (_, settle) => {
  const ids = await cardsOfStripe(21);
  for (const cardId of ids.slice(0, 10)) await close(cardId);
  await settle(ids);
  const client = clientOf(partner);
  const answers = await Promise.all(ids.slice(10).map((cardId) => client.terminate(cardId)));
  expect(statuses(answers)).toEqual({ 200: 10, 429: 1 });
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});
