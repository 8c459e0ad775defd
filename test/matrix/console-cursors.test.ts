import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RATE_LIMITS } from "@/lib/kernel/rate-limits";
import { releaseIn } from "@/test/fixtures/held-deposits";
import { endTests, sql } from "@/test/fixtures/make";
import { codeOf } from "@/test/fixtures/people";
import { invalidFields } from "@/test/http/expect-answer";
import { CONSOLE_LISTS } from "./console-lists";
import { type ConsoleWorld, consoleQuery, makeConsoleWorld } from "./console-world";
import { describeCursors, pageOf, type ReadList } from "./lists";

// One administrator reads all pages of all lists, faster than any person.
Object.assign(RATE_LIMITS.operator, { perS: 1_000, burst: 10_000 });

let world: ConsoleWorld;
beforeAll(async () => {
  world = await makeConsoleWorld();
});
afterAll(endTests);

const read: ReadList = ({ handler }, query) => {
  const params = { id: world.partner.partnerId };
  return world.admin.browser.call(handler, { query: consoleQuery(world, query), params });
};

describeCursors(CONSOLE_LISTS, read);

test("the journals of an account refuse a cursor of a journal that does not change it", async () => {
  const { listJournals } = CONSOLE_LISTS;
  const [other] = await sql(
    "SELECT id FROM ledger.journals WHERE type = 'card_shortfall' ORDER BY id LIMIT 1",
  );
  const cursor = String(other.id);
  expect(invalidFields(await read(listJournals, { account: "wallet", cursor }))).toEqual([
    "cursor: isCursor",
  ]);
  // In the order of ids any id is a position.
  expect((await pageOf(read, listJournals, { type: "withdrawal", cursor })).items).toEqual([]);
});

test("a held deposit that is credited between two pages hides no other", async () => {
  const { listHeldDeposits } = CONSOLE_LISTS;
  const whole = (await pageOf(read, listHeldDeposits, {})).items as { depositId: string }[];
  const first = await pageOf(read, listHeldDeposits, { limit: 1 });
  const { person, browser } = world.admin;
  const body = { reason: "Agreed", totp: codeOf(person) };
  await releaseIn(browser, whole[0]?.depositId ?? "", body);
  const { nextCursor: cursor = "" } = first.pagination;
  expect((await pageOf(read, listHeldDeposits, { cursor })).items).toEqual(whole.slice(1));
});
