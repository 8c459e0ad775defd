import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { eventually } from "@/test/eventually";
import { bookFaults } from "@/test/fixtures/books";
import { centsOf } from "@/test/fixtures/issuer-routes";
import { lithicRequest } from "@/test/fixtures/lithic-messages";
import { endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { authorizeNetworkRequest } from "../network/authorize-request";
import { decideRequest } from "./decide-request";
import { lithicInbound } from "./lithic";

afterAll(endTests);

const IN_TIME_MS = 20_000;
/** Shorter than any statement takes. */
const TOO_SHORT_MS = 1;

test("of three requests for one amount, only the one that was decided too late is taken back", async () => {
  const partner = await makePartner();
  const cardId = await makeCard(partner, { amountUsd: 100 });
  const issuerCardId = newId("card");
  await sql(
    "UPDATE cards SET issuer = 'lithic', issuer_card_id = $2, number_sealed = NULL, cvv_sealed = NULL WHERE id = $1",
    [cardId, issuerCardId],
  );
  const body = lithicRequest(issuerCardId, 3_000);
  const sentBefore = (agoS: number) => {
    const sentS = String(Math.floor(Date.now() / 1_000) - agoS);
    return (name: string) => (name === "webhook-timestamp" ? sentS : null);
  };
  const decide = async (agoS: number, timeoutMs: number) =>
    (await decideRequest(lithicInbound, { body, header: sentBefore(agoS) }, timeoutMs)).approved;

  expect(await decide(200, IN_TIME_MS)).toBe(true);
  expect(await decide(100, TOO_SHORT_MS)).toBe(false);
  await eventually(async () => {
    const late = "SELECT outcome FROM issuer_events WHERE type = 'service.late_decision'";
    expect(await sql(late)).toEqual([{ outcome: "applied" }]);
  });
  expect(await centsOf(cardId)).toEqual({ available: 7_000, held: 3_000 });
  // To another process, which does not know the answer to the first delivery.
  const repeated = lithicInbound.readRequest(body, sentBefore(99));
  if (repeated.kind !== "authorization") throw new Error("no authorization");
  expect(await authorizeNetworkRequest(repeated)).toMatchObject({ approved: false });

  expect(await decide(10, IN_TIME_MS)).toBe(true);
  expect(await centsOf(cardId)).toEqual({ available: 4_000, held: 6_000 });
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});
