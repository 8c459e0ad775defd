import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { statementsOf } from "@/test/database/statements-of";
import { issuerIdOf } from "@/test/fixtures/issuer-routes";
import { endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { stripeEvent, stripeRequest } from "@/test/fixtures/stripe-messages";
import { decideRequest } from "./decide-request";
import { stripeInbound } from "./stripe";

/** The time for a decision, which no slow machine uses up. */
const ENOUGH_MS = 60_000;

let issuerCardId: string;

beforeAll(async () => {
  const cardId = await makeCard(await makePartner(), { amountUsd: 100 });
  // The sandbox issued the card: no outside issuer is needed for decisions.
  await sql(
    "UPDATE cards SET issuer = 'stripe', number_sealed = NULL, cvv_sealed = NULL WHERE id = $1",
    [cardId],
  );
  issuerCardId = await issuerIdOf(cardId);
});
afterAll(endTests);

test.each([
  ["an approval", 100, ["store_done_issuer_event"]],
  ["a decline", 1_000_000, []],
])(
  "%s needs one statement to read and one to commit; repeated, it is read, and an approval is kept",
  async (_, cents, kept) => {
    const body = stripeEvent("issuing_authorization.request", stripeRequest(issuerCardId, cents));
    const message = { body, header: () => null };
    const decide = () => decideRequest(stripeInbound, message, ENOUGH_MS);
    const { answer, statements } = await statementsOf(decide);
    expect(answer.approved).toBe(cents === 100);
    expect(statements).toEqual(["find_network_state", "commit_change_sets"]);
    const repeated = await statementsOf(decide);
    expect(repeated.answer.approved).toBe(answer.approved);
    expect(repeated.statements).toEqual(["find_network_state", ...kept]);
  },
);
