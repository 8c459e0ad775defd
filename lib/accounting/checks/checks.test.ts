import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as runInvariants from "@/app/api/admin/books/checks/invariants/route";
import * as runReconciliation from "@/app/api/admin/books/checks/reconciliation/route";
import * as checks from "@/app/api/admin/books/checks/route";
import { tamper } from "@/test/database/superuser";
import { makeCardWorld } from "@/test/fixtures/ledger-world";
import { endTests, sql } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { expectRefusal } from "@/test/http/expect-answer";
import { auditLedger } from "./audit-ledger";

let approver: Browser;
let auditor: Browser;

beforeAll(async () => {
  await makeCardWorld();
  approver = await signedIn(await makePerson({ role: "approver" }));
  auditor = await signedIn(await makePerson({ role: "auditor" }));
});
afterAll(endTests);

const read = async () => (await auditor.call(checks.GET)).json.data;
const alerts = () =>
  sql("SELECT text, closed_at IS NULL AS open FROM alerts WHERE kind = 'books_broken' ORDER BY id");

describe("the invariants", () => {
  test("before they were looked at there is nothing to tell", async () => {
    expect(await read()).toEqual({});
  });

  test("looked at by the service itself: when, how long, and each of them with nothing found", async () => {
    const { checked } = await auditLedger();
    const { invariants } = await read();
    expect(invariants).toMatchObject({ isSound: true, soundAt: invariants.ranAt });
    expect(invariants.invariants).toHaveLength(checked);
    expect(new Set(invariants.invariants.map(({ rows }: { rows: [] }) => rows.length))).toEqual(
      new Set([0]),
    );
    expect("askedBy" in invariants).toBe(false);
  });

  test("looked at because a person asks: what is broken is shown with its rows, told by an alert, and gone when mended", async () => {
    const move = (by: number) =>
      tamper(
        `UPDATE ledger.accounts SET balance_micro_usd = balance_micro_usd + ${by} WHERE kind = 'wallet'`,
      );
    await move(1);
    const answer = await approver.call(runInvariants.POST, { method: "POST" });
    const { invariants } = answer.json.data;
    expect(invariants).toMatchObject({ isSound: false, askedBy: "Test" });
    expect(Date.parse(invariants.soundAt)).toBeLessThan(Date.parse(invariants.ranAt));
    const found = invariants.invariants.find(
      ({ name }: { name: string }) => name === "balances-equal-entries",
    );
    expect(found.rows).toEqual([
      expect.objectContaining({ account_id: expect.stringMatching(/^wallet:/) }),
    ]);
    expect(await read()).toEqual(answer.json.data);
    expect(await alerts()).toMatchObject([
      { open: true, text: expect.stringContaining("balances-equal-entries") },
    ]);

    await move(-1);
    expect((await approver.call(runInvariants.POST, { method: "POST" })).json.data).toMatchObject({
      invariants: { isSound: true },
    });
    expect(await alerts()).toMatchObject([{ open: false }]);
  });

  test("an auditor reads what was found, and has nothing looked at", async () => {
    for (const { POST } of [runInvariants, runReconciliation])
      expectRefusal(await auditor.call(POST, { method: "POST" }), 403, "ROLE_NOT_ALLOWED");
  });
});

test("the books beside the chains: what was found is kept, a chain without a node and custody on it told as not equal", async () => {
  const answer = await approver.call(runReconciliation.POST, { method: "POST" });
  const { reconciliation } = answer.json.data;
  expect(reconciliation).toMatchObject({
    isSound: false,
    askedBy: "Test",
    treasury: { isEqual: false, books: { difference: 0 } },
  });
  expect("soundAt" in reconciliation).toBe(false);
  expect((await read()).reconciliation).toEqual(reconciliation);
});

test("what an earlier version of the service wrote down is no check", async () => {
  await tamper(`UPDATE checks SET result = '{"other": 1}' WHERE kind = 'reconciliation'`);
  expect("reconciliation" in (await read())).toBe(false);
});
