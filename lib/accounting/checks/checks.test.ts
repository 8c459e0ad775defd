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
  test("before the first check there is no result", async () => {
    expect(await read()).toEqual({});
  });

  test("a check by the service has its time, its duration and every invariant without rows", async () => {
    const { checked } = await auditLedger();
    const { invariants } = await read();
    expect(invariants).toMatchObject({ isSound: true, soundAt: invariants.ranAt });
    // The sealed days are a check of their own.
    expect(invariants.invariants).toHaveLength(checked - 1);
    expect(new Set(invariants.invariants.map(({ rows }: { rows: [] }) => rows.length))).toEqual(
      new Set([0]),
    );
    expect("askedBy" in invariants).toBe(false);
  });

  test("a check by a person shows broken invariants with their rows, opens an alert, and closes it after the repair", async () => {
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

  test("an auditor can read results but not start a check", async () => {
    for (const { POST } of [runInvariants, runReconciliation])
      expectRefusal(await auditor.call(POST, { method: "POST" }), 403, "ROLE_NOT_ALLOWED");
  });
});

test("the reconciliation is stored, and a chain with custody but without a node is not equal", async () => {
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

test("a stored result of an earlier version is ignored", async () => {
  await tamper(`UPDATE checks SET result = '{"other": 1}' WHERE kind = 'reconciliation'`);
  expect("reconciliation" in (await read())).toBe(false);
});
