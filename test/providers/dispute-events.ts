import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { advanceDisputes } from "@/lib/cards/disputes/advance-disputes";
import { catchUpEvents } from "@/lib/cards/inbound/catch-up";
import { openAlertsAbout } from "@/test/fixtures/alerts";
import { bookFaults } from "@/test/fixtures/books";
import { openedDispute } from "@/test/fixtures/disputes";
import {
  eventsApplied,
  issuerDisputes,
  makeIssuedCard,
  type OutsideIssuer,
  startOutsideIssuer,
} from "@/test/fixtures/issuer-outside";
import { issuerIdOf } from "@/test/fixtures/issuer-routes";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { networkBalancesOf } from "@/test/fixtures/network";

/** The tests of an issuer's events about disputes, through its route. A process speaks to one issuer. */
export function testDisputeEvents(name: OutsideIssuer["name"]): void {
  let outside: OutsideIssuer;
  let partner: TestPartner;
  let cardId: string;
  let issuerCardId: string;
  let issuerTransactionId: string;
  let purchase: string;

  beforeAll(async () => {
    outside = await startOutsideIssuer(name);
    partner = await makePartner();
  });
  beforeEach(async () => {
    await sql("UPDATE card_disputes SET due_at = 'infinity' WHERE due_at IS NOT NULL");
    cardId = await makeIssuedCard(partner);
    issuerCardId = await issuerIdOf(cardId);
    issuerTransactionId = await outside.collect(issuerCardId, 4_000);
    await eventsApplied();
    purchase = await purchaseOf();
  });
  afterAll(async () => {
    expect(await bookFaults(partner.partnerId)).toEqual([]);
    await outside.stop();
    await endTests();
  });

  const purchaseOf = async () => {
    const rows = await sql(
      "SELECT id FROM card_transactions WHERE card_id = $1 AND category = 'authorization'",
      [cardId],
    );
    return rows[0].id as string;
  };
  const rowOf = async (id: string) =>
    (await sql("SELECT * FROM card_disputes WHERE id = $1", [id]))[0];
  const typesOf = async (id: string) =>
    (await sql("SELECT type FROM card_dispute_events WHERE dispute_id = $1", [id])).map(
      ({ type }) => type,
    );
  const submitted = async () => {
    const id = await openedDispute(partner, purchase);
    await advanceDisputes();
    const row = await rowOf(id);
    expect(row).toMatchObject({ status: "submitted", failure: null });
    return { id, issuerDisputeId: row.issuer_dispute_id as string };
  };
  /** Opens a dispute as in the issuer's dashboard. */
  const openOutside = (amountMicroUsd = 10_000_000n) =>
    issuerDisputes().openDispute({
      issuerTransactionId,
      amountMicroUsd,
      evidence: { reason: "other", explanation: "From the dashboard." },
      filedAt: new Date(),
    });

  test.each([
    ["won", 100],
    ["lost", 60],
  ] as const)("a dispute that is %s ends at once, without a poll", async (outcome, available) => {
    const { id, issuerDisputeId } = await submitted();
    await outside.decide(issuerDisputeId, outcome);
    await eventsApplied();
    expect(await rowOf(id)).toMatchObject({ status: outcome, due_at: null });
    expect(await networkBalancesOf(cardId)).toMatchObject({ available, shortfall: 0 });
    expect((await typesOf(id)).length).toBeGreaterThanOrEqual(2);
  });

  test("events in the reverse order, each twice, have the same effect", async () => {
    const { id, issuerDisputeId } = await submitted();
    outside.events.holdEvents();
    await outside.report(issuerDisputeId);
    await outside.decide(issuerDisputeId, "lost");
    await outside.events.releaseTwiceReversed();
    await eventsApplied();
    expect(await rowOf(id)).toMatchObject({ status: "lost" });
    expect(await networkBalancesOf(cardId)).toMatchObject({ available: 60 });
    expect(await openAlertsAbout("dispute_differs", id)).toEqual([]);
    expect(await typesOf(id)).toHaveLength(3);
  });

  test("an event that arrives before the submission is stored makes the dispute due", async () => {
    const id = await openedDispute(partner, purchase);
    await sql("UPDATE card_disputes SET due_at = now() + interval '1 hour' WHERE id = $1", [id]);
    const { issuerDisputeId } = await openOutside(40_000_000n);
    await outside.report(issuerDisputeId);
    await eventsApplied();
    expect((await rowOf(id)).due_at.getTime()).toBeLessThanOrEqual(Date.now());
    await advanceDisputes();
    expect(await rowOf(id)).toMatchObject({
      status: "submitted",
      issuer_dispute_id: issuerDisputeId,
    });
  });

  test("a dispute that was opened in the issuer's dashboard is reported, and moves nothing", async () => {
    const { issuerDisputeId } = await openOutside();
    await outside.report(issuerDisputeId);
    await outside.decide(issuerDisputeId, "won");
    await eventsApplied();
    const [alert] = await openAlertsAbout("dispute_unknown", `${name}:${issuerDisputeId}`);
    expect(alert.text).toContain("10.00 USD");
    expect(await networkBalancesOf(cardId)).toMatchObject({ available: 60 });
  });

  test("an end that contradicts ours is reported, and moves nothing", async () => {
    const { id, issuerDisputeId } = await submitted();
    await outside.decide(issuerDisputeId, "won");
    // Events are applied in the background: the second one could overtake the first.
    await eventsApplied();
    await outside.decide(issuerDisputeId, "lost");
    await eventsApplied();
    expect(await rowOf(id)).toMatchObject({ status: "won" });
    expect((await openAlertsAbout("dispute_differs", id))[0].text).toContain("is won here");
    expect(await networkBalancesOf(cardId)).toMatchObject({ available: 100 });
  });

  test.each(["event", "answer"])(
    "a win of another amount than ours is reported, by an %s",
    async (by) => {
      const { id, issuerDisputeId } = await submitted();
      await outside.changeAmount(issuerDisputeId, 3_000);
      outside.events.holdEvents();
      await outside.decide(issuerDisputeId, "won");
      if (by === "event") await outside.events.releaseEvents();
      else {
        await sql("UPDATE card_disputes SET due_at = now() - interval '1 second' WHERE id = $1", [
          id,
        ]);
        await advanceDisputes();
      }
      await eventsApplied();
      expect(await rowOf(id)).toMatchObject({ status: "won" });
      const [alert] = await openAlertsAbout("dispute_differs", id);
      expect(alert?.text).toContain(
        `won with 40.00 USD here. ${name} has it as ${issuerDisputeId}, 30.00 USD`,
      );
      await outside.events.releaseEvents();
      await eventsApplied();
    },
  );

  test("events that no webhook brought are caught up", async () => {
    const { id, issuerDisputeId } = await submitted();
    await catchUpEvents();
    outside.events.holdEvents();
    await outside.decide(issuerDisputeId, "lost");
    await catchUpEvents();
    expect(await rowOf(id)).toMatchObject({ status: "lost" });
    await outside.events.releaseEvents();
    await eventsApplied();
    expect(await networkBalancesOf(cardId)).toMatchObject({ available: 60 });
  });
}
