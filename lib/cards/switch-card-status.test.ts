import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventsOf } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { atOnce, type Client, clientOf, statuses } from "@/test/http/client";
import { expectRefusal, expectSuccess, invalidFields } from "@/test/http/expect-answer";
import {
  CARD_SWITCHES,
  CARD_TRANSACTION_TRANSITIONS,
  CARD_TRANSITIONS,
  type CardStatus,
} from "./states";

let partner: TestPartner;
let client: Client;

beforeAll(async () => {
  partner = await makePartner();
  client = clientOf(partner);
});
afterAll(endTests);

/** One terminated card serves all rows, because ten terminations a minute are the limit. */
const made: Partial<Record<CardStatus, string>> = {};
async function cardThatIs(status: CardStatus): Promise<string> {
  const before = made[status];
  if (status === "terminated" && before) return before;
  const cardId = await makeCard(partner, { amountUsd: 20 });
  if (status === "frozen") await client.switchCard(cardId, "freeze");
  if (status === "terminated") await client.terminate(cardId);
  made[status] = cardId;
  return cardId;
}

async function statusOf(cardId: string): Promise<string> {
  return (await client.getCard(cardId)).json.data.status;
}

/** The rows of the spec's table "Card" that a switch can cause. */
const ROWS: [from: CardStatus, action: string, to: CardStatus, code?: string][] = [
  ["active", "freeze", "frozen"],
  ["frozen", "unfreeze", "active"],
  ["frozen", "freeze", "frozen", "CARD_ALREADY_FROZEN"],
  ["active", "unfreeze", "active", "CARD_IS_ACTIVE"],
  ["terminated", "freeze", "terminated", "CARD_ALREADY_TERMINATED"],
  ["terminated", "unfreeze", "terminated", "CARD_ALREADY_TERMINATED"],
];

test.each(ROWS)("%s, %s → %s", async (from, action, to, code) => {
  const serviceCardId = await cardThatIs(from);
  const answer = await client.switchCard(serviceCardId, action);
  if (code) expectRefusal(answer, 400, code);
  else expectSuccess(answer, { serviceCardId, status: to });
  expect(await statusOf(serviceCardId)).toBe(to);
});

describe("the state tables", () => {
  test("have exactly the spec's rows", () => {
    const written = Object.entries(CARD_TRANSITIONS).flatMap(([from, actions]) =>
      CARD_SWITCHES.map((action) => {
        const transition = actions[action];
        return "to" in transition
          ? [from, action, transition.to]
          : [from, action, from, transition.refusal];
      }),
    );
    expect(written.sort()).toEqual([...ROWS].sort());
    expect(CARD_TRANSITIONS.active.terminate).toEqual({ to: "terminated" });
    expect(CARD_TRANSITIONS.frozen.terminate).toEqual({ to: "terminated" });
  });

  test("equal those of the database", async () => {
    const cards = Object.entries(CARD_TRANSITIONS).flatMap(([from, actions]) =>
      Object.values(actions).flatMap((next) => ("to" in next ? [`cards ${from} ${next.to}`] : [])),
    );
    const transactions = Object.entries(CARD_TRANSACTION_TRANSITIONS).flatMap(([from, next]) =>
      next.map((to) => `card_transactions ${from} ${to}`),
    );
    const rows = await sql(
      "SELECT concat_ws(' ', entity, from_status, to_status) AS row FROM state_changes WHERE entity IN ('cards', 'card_transactions')",
    );
    expect(rows.map(({ row }) => row).sort()).toEqual([...cards, ...transactions].sort());
  });
});

test("CARD_NOT_FOUND for an unknown card", async () => {
  const answer = await client.switchCard("card_0000000000000000000000zzzz", "freeze");
  expectRefusal(answer, 404, "CARD_NOT_FOUND");
});

test.each([
  [undefined, ["status: isNotEmpty"]],
  ["frozen", ["status: isIn"]],
  ["FREEZE", ["status: isIn"]],
  [1, ["status: isIn"]],
])("a validation error for the status %j", async (status, faults) => {
  const cardId = await cardThatIs("active");
  expect(invalidFields(await client.switchCard(cardId, status as string))).toEqual(faults);
  expect(await statusOf(cardId)).toBe("active");
});

test("sends no event and moves no money", async () => {
  const cardId = await cardThatIs("active");
  const before = (await eventsOf(partner.partnerId)).length;
  await client.switchCard(cardId, "freeze");
  expect(await eventsOf(partner.partnerId)).toHaveLength(before);
  expect((await client.getCard(cardId)).json.data.availableBalance).toBe(20);
});

test("of 20 concurrent freezes one succeeds, and the others get CARD_ALREADY_FROZEN", async () => {
  const cardId = await cardThatIs("active");
  const answers = await atOnce(20, () => client.switchCard(cardId, "freeze"));
  expect(statuses(answers)).toEqual({ 200: 1, 400: 19 });
  expect(await statusOf(cardId)).toBe("frozen");
});
