import "@/test/database";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openAlert } from "@/lib/alerts/open-alert";
import { DAY_MS } from "@/lib/kernel/durations";
import { forgetEnv } from "@/lib/kernel/env";
import { audit } from "@/lib/ledger";
import { tamper } from "@/test/database/superuser";
import { makeCardWorld } from "@/test/fixtures/ledger-world";
import { endTests, sql } from "@/test/fixtures/make";
import { auditLedger } from "./audit-ledger";
import { checkInvariants } from "./check-invariants";
import { readBookChecks } from "./get-book-checks";

vi.mock("@/lib/ledger", { spy: true });

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
  expect(await auditLedger()).toMatchObject({ checked: RECENT, broken: 0 });
  expect(await ranAt()).toEqual(full);
});

test("a fault in the new part is shown at once, and its alert closes after the repair", async () => {
  await move(1);
  const { checked, broken } = await auditLedger();
  expect([checked > RECENT, broken]).toEqual([true, 1]);
  const { invariants } = await readBookChecks();
  expect(invariants).toMatchObject({ isSound: false });
  expect(await alerts()).toEqual([{ subject: "books" }]);
  await move(-1);
  expect(await auditLedger()).toMatchObject({ checked, broken: 0 });
  expect(await auditLedger()).toMatchObject({ checked: RECENT, broken: 0 });
  expect(await alerts()).toEqual([]);
});

test("a sound check of everything also ends the alerts that a former version opened about parts of the books", async () => {
  for (const subject of ["book-parts", "recent-entries", "sealed-days"])
    await openAlert({ kind: "books_broken", subject, text: "A wallet differs." });
  // Everything is read while such an alert is open.
  expect((await auditLedger()).checked).toBeGreaterThan(RECENT);
  expect(await alerts()).toEqual([]);
  expect((await auditLedger()).checked).toBe(RECENT);
});

test("a check of everything leaves an alert open that was opened after it had begun", async () => {
  vi.mocked(audit).mockImplementationOnce(async () => {
    await openAlert({ kind: "books_broken", subject: "books", text: "A wallet differs." });
    return [];
  });
  await checkInvariants(null);
  expect(await alerts()).toEqual([{ subject: "books" }]);
  await checkInvariants(null);
  expect(await alerts()).toEqual([]);
});

const daysPass = (days: number) =>
  sql("UPDATE checks SET ran_at = ran_at - make_interval(days => $1)", [days]);
const places = async () =>
  (await sql("SELECT result -> 'places' AS places FROM checks WHERE kind = 'book_parts'"))[0]
    .places;

test("after a day the next part is read, and not everything", async () => {
  const full = await ranAt();
  await daysPass(1);
  const part = await auditLedger();
  expect([part.checked > RECENT, part.broken]).toEqual([true, 0]);
  expect(part).toMatchObject({ "days for all rows": 1 });
  expect(await ranAt()).toEqual(new Date(full.getTime() - DAY_MS));
  expect(await auditLedger()).toMatchObject({ checked: RECENT, broken: 0 });
  const { invariants } = await readBookChecks();
  expect(invariants).toMatchObject({
    isSound: true,
    coverage: expect.stringMatching(/all take 1 day\b/),
  });
  expect(Date.parse(invariants?.ranAt ?? "")).toBeGreaterThan(full.getTime());
});

test("each part begins where the one before it ended", async () => {
  vi.stubEnv("LEDGER_CHECK_ROWS", "3");
  forgetEnv();
  try {
    await daysPass(1);
    await auditLedger();
    const first = (await places()).journals.from;
    await daysPass(1);
    await auditLedger();
    expect((await places()).journals.from > first).toBe(true);
    const [{ count }] = await sql("SELECT count(*)::int FROM ledger.journals WHERE id < $1", [
      (await places()).journals.from,
    ]);
    expect(count).toBe(6);
  } finally {
    vi.unstubAllEnvs();
    forgetEnv();
  }
});

test("a fault in a part is shown at once, and everything is read as long as it stands", async () => {
  await daysPass(1);
  await move(1);
  const { checked, broken } = await auditLedger();
  expect([checked > RECENT, broken]).toEqual([true, 1]);
  expect(await readBookChecks()).toMatchObject({ invariants: { isSound: false } });
  expect(await alerts()).toEqual([{ subject: "books" }]);
  expect((await auditLedger()).checked).toBe(checked);
  await move(-1);
  expect(await auditLedger()).toMatchObject({ checked, broken: 0 });
  // The part with the fault is read again.
  expect((await auditLedger()).checked).toBeGreaterThan(RECENT);
  expect(await auditLedger()).toMatchObject({ checked: RECENT, broken: 0 });
  expect(await alerts()).toEqual([]);
});

test.each(["invariants", "recent_entries", "book_parts"])(
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
    // A part with a fault is read again after everything.
    if (kind === "book_parts") expect((await auditLedger()).broken).toBe(0);
    expect(await auditLedger()).toMatchObject({ checked: RECENT, broken: 0 });
    expect(await alerts()).toEqual([]);
    expect(await sql("SELECT kind FROM checks WHERE ran_at > now() OR sound_at > now()")).toEqual(
      [],
    );
  },
);
