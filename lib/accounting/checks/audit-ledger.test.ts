import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tamper } from "@/test/database/superuser";
import { makeCardWorld } from "@/test/fixtures/ledger-world";
import { endTests, sql } from "@/test/fixtures/make";
import { auditLedger } from "./audit-ledger";
import { readBookChecks } from "./get-book-checks";

/** Seven of new entries, and the sealed days. */
const RECENT = 8;

beforeAll(async () => {
  await makeCardWorld();
});
afterAll(endTests);

const ranAt = async () =>
  (await sql("SELECT ran_at FROM checks WHERE kind = 'invariants'"))[0].ran_at;
const alerts = () =>
  sql(
    "SELECT subject FROM alerts WHERE kind = 'books_broken' AND closed_at IS NULL ORDER BY subject",
  );
const move = (by: number) =>
  tamper(
    `UPDATE ledger.accounts SET balance_micro_usd = balance_micro_usd + ${by} WHERE kind = 'wallet'`,
  );

test("the first check reads everything, and the next ones what is new", async () => {
  const first = await auditLedger();
  expect(first.checked).toBeGreaterThan(RECENT);
  const full = await ranAt();
  expect(await auditLedger()).toEqual({ checked: RECENT, broken: 0 });
  expect(await ranAt()).toEqual(full);
});

test("a fault in the new part is shown at once, and its alerts close after the repair", async () => {
  await move(1);
  const { checked, broken } = await auditLedger();
  expect([checked > RECENT, broken]).toEqual([true, 1]);
  const { invariants } = await readBookChecks();
  expect(invariants).toMatchObject({ isSound: false });
  expect(await alerts()).toEqual([{ subject: "books" }, { subject: "recent-entries" }]);
  await move(-1);
  expect(await auditLedger()).toEqual({ checked, broken: 0 });
  expect(await auditLedger()).toEqual({ checked: RECENT, broken: 0 });
  expect(await alerts()).toEqual([]);
});

test("after a day everything is read again, and as long as a fault stands", async () => {
  await sql("UPDATE checks SET ran_at = ran_at - interval '1 day' WHERE kind = 'invariants'");
  await move(1);
  const { checked, broken } = await auditLedger();
  expect([checked > RECENT, broken]).toEqual([true, 1]);
  expect((await auditLedger()).checked).toBe(checked);
  await move(-1);
  expect(await auditLedger()).toEqual({ checked, broken: 0 });
  expect(await auditLedger()).toEqual({ checked: RECENT, broken: 0 });
  expect(await alerts()).toEqual([]);
});

test.each(["invariants", "recent_entries"])(
  "a check of %s while the clock was ahead hides no fault once the clock is right",
  async (kind) => {
    await auditLedger();
    await auditLedger();
    await sql(
      "UPDATE checks SET ran_at = now() + interval '40 days', sound_at = now() + interval '40 days' WHERE kind = $1",
      [kind],
    );
    await move(1);
    expect((await auditLedger()).broken).toBe(1);
    expect((await readBookChecks()).invariants).toMatchObject({ isSound: false });
    expect((await alerts()).length).toBeGreaterThan(0);
    await move(-1);
    expect((await auditLedger()).broken).toBe(0);
    expect(await auditLedger()).toEqual({ checked: RECENT, broken: 0 });
    expect(await alerts()).toEqual([]);
    expect(await sql("SELECT kind FROM checks WHERE ran_at > now() OR sound_at > now()")).toEqual(
      [],
    );
  },
);
