import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { eventually } from "@/test/eventually";
import { bookFaults } from "@/test/fixtures/books";
import { centsOf } from "@/test/fixtures/issuer-routes";
import { lithicRequest } from "@/test/fixtures/lithic-messages";
import { endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { applyNetworkNotification } from "../network/apply-notification";
import { authorizeNetworkRequest } from "../network/authorize-request";
import { decideRequest } from "./decide-request";
import { lithicInbound } from "./lithic";

afterAll(endTests);

const IN_TIME_MS = 20_000;
/** Shorter than any statement takes. */
const TOO_SHORT_MS = 1;

interface Asking {
  cardId: string;
  /** Decides a request for 30.00 that was sent some seconds ago; returns whether it was approved. */
  decide: (agoS: number, timeoutMs: number) => Promise<boolean>;
  /** Gives the request to another process, which does not know the answers of this one. */
  decideElsewhere: (agoS: number) => Promise<boolean>;
  /** Applies the issuer's report that the first request was approved. */
  report: () => Promise<unknown>;
}

async function withCard(run: (asking: Asking) => Promise<void>): Promise<void> {
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
  await run({
    cardId,
    decide: async (agoS, timeoutMs) =>
      (await decideRequest(lithicInbound, { body, header: sentBefore(agoS) }, timeoutMs)).approved,
    decideElsewhere: async (agoS) => {
      const request = lithicInbound.readRequest(body, sentBefore(agoS));
      if (request.kind !== "authorization") throw new Error("no authorization");
      return (await authorizeNetworkRequest(request)).approved;
    },
    report: () => {
      const request = lithicInbound.readRequest(body, sentBefore(0));
      const [message] = request.kind === "authorization" ? request.notification.messages : [];
      if (request.kind !== "authorization" || message?.kind !== "authorization")
        throw new Error("no authorization");
      const { id, at, amountMicroUsd } = message;
      const common = { id: `${id}:report`, at, amountMicroUsd, isOpen: true, revision: 7n };
      return applyNetworkNotification({
        ...request.notification,
        messages: [{ ...common, kind: "authorized_total", covers: [id] }],
      });
    },
  });
  expect(await bookFaults(partner.partnerId)).toEqual([]);
}

/** Waits until so many late decisions of a card's transaction are taken back. */
const takenBack = (cardId: string, count: number) =>
  eventually(async () => {
    const [row] = await sql(
      `SELECT count(*)::int FROM network_messages m JOIN network_transactions n ON n.id = m.network_transaction_id
       WHERE n.card_id = $1 AND m.revision = 0`,
      [cardId],
    );
    expect(row.count).toBe(count);
  });

test("of three requests for one amount, only the one that was decided too late is taken back", () =>
  withCard(async ({ cardId, decide, decideElsewhere }) => {
    expect(await decide(200, IN_TIME_MS)).toBe(true);
    expect(await decide(100, TOO_SHORT_MS)).toBe(false);
    await takenBack(cardId, 1);
    expect(await centsOf(cardId)).toEqual({ available: 7_000, held: 3_000 });
    expect(await decideElsewhere(99)).toBe(false);
    expect(await decide(10, IN_TIME_MS)).toBe(true);
    expect(await centsOf(cardId)).toEqual({ available: 4_000, held: 6_000 });
  }));

test("two requests of a transaction that were decided too late are both taken back", () =>
  withCard(async ({ cardId, decide }) => {
    expect(await decide(200, IN_TIME_MS)).toBe(true);
    for (const [nth, agoS] of [100, 50].entries()) {
      expect(await decide(agoS, TOO_SHORT_MS)).toBe(false);
      await takenBack(cardId, nth + 1);
    }
    expect(await centsOf(cardId)).toEqual({ available: 7_000, held: 3_000 });
  }));

test("an increment that was decided too late is taken back after the issuer has reported the first request", () =>
  withCard(async ({ cardId, decide, report }) => {
    expect(await decide(200, IN_TIME_MS)).toBe(true);
    await report();
    expect(await decide(100, TOO_SHORT_MS)).toBe(false);
    await takenBack(cardId, 1);
    expect(await centsOf(cardId)).toEqual({ available: 7_000, held: 3_000 });
  }));
