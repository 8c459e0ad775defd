import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { lithicTransaction, lithicTransactionEvent } from "@/test/fixtures/lithic-messages";
import { endTests, sql } from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";
import { applyDueEvents } from "./apply-due-events";
import { insertEvents } from "./inbox/sql-store";
import { lithicEventOf } from "./lithic/events";
import type { InboundEvent } from "./port";

beforeEach(() => sql("DELETE FROM issuer_events"));
afterAll(endTests);

const ofCard = (card: string, id: string): InboundEvent =>
  lithicEventOf(
    id,
    "card_transaction.updated",
    new Date(),
    lithicTransaction(card, 0, [lithicTransactionEvent("CLEARING", 500)]),
  );
const several = (count: number, eventOf: (n: number) => InboundEvent) =>
  Array.from({ length: count }, (_, n) => eventOf(n));
/** Makes every event due that is tried again, in the order in which they were stored. */
const makeDue = () =>
  sql(
    "UPDATE issuer_events SET leased_until = NULL, due_at = received_at WHERE due_at IS NOT NULL",
  );

describe("events about a card of another programme in the account", () => {
  test("do not delay ours, however many there are", async () => {
    const now = Date.now();
    const card = randomUUID();
    const theirs = several(100, (n) => ofCard(card, `${card}_${n}`));
    await insertEvents("lithic", theirs, new Date(now - 1_000));
    const ours = {
      id: randomUUID(),
      type: "card.created",
      createdAt: new Date(now),
      content: null,
    };
    await insertEvents("lithic", [ours], new Date(now));
    await makeDue();
    expect(await applyDueEvents()).toEqual({ applied: 1, failed: 100 });
    expect(await sql("SELECT outcome FROM issuer_events WHERE id = $1", [ours.id])).toEqual([
      { outcome: "ignored" },
    ]);
  });

  test("open one alert, which stays closed once it is closed", async () => {
    const card = randomUUID();
    const alerts = () =>
      sql('SELECT closed_at IS NULL AS "isOpen" FROM alerts WHERE subject = $1', [
        `lithic:${card}`,
      ]);
    const send = async (count: number) => {
      await insertEvents(
        "lithic",
        several(count, () => ofCard(card, randomUUID())),
        new Date(),
      );
      for (let attempt = 0; attempt < 3; attempt++) {
        await makeDue();
        await applyDueEvents();
      }
    };
    await send(5);
    expect(await alerts()).toEqual([{ isOpen: true }]);
    const { personId } = await makePerson();
    await sql(
      "UPDATE alerts SET closed_at = now(), closed_by = $2, close_reason = 'Another programme' WHERE subject = $1",
      [`lithic:${card}`, personId],
    );
    await send(5);
    expect(await alerts()).toEqual([{ isOpen: false }]);
  });
});
