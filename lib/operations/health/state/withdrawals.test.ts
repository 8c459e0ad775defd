import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { POST as create } from "@/app/api/v1/partner/withdrawal/route";
import { POST as approveOwn } from "@/app/api/v1/partner/withdrawal-approvals/[id]/approve/route";
import { POST as setRule } from "@/app/api/v1/partner/withdrawal-approvals/route";
import { HOUR_MS } from "@/lib/kernel/durations";
import { tamper } from "@/test/database/superuser";
import { makeWithdrawal } from "@/test/fixtures/ledger-world";
import { endTests, makePartner, type TestPartner } from "@/test/fixtures/make";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { ADDRESS } from "@/test/fixtures/withdrawals";
import { readWithdrawals } from "./store";

let partner: TestPartner;
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 1_000 });
  await tamper("DELETE FROM withdrawals");
});
afterAll(endTests);

const age = (at: Date | null) =>
  at === null ? null : Math.round((Date.now() - at.getTime()) / HOUR_MS);
const requestedAgo = (hours: number) =>
  tamper(`UPDATE withdrawals SET created_at = created_at - interval '${hours} hours'`);

test("a payout waits from its approval on, however long the review took", async () => {
  await makeWithdrawal(partner, "pending");
  await makeWithdrawal(partner, "approved");
  await requestedAgo(30);
  const { pending, oldestPendingAt, approved, oldestApprovedAt } = await readWithdrawals();
  expect([pending, age(oldestPendingAt)]).toEqual([1, 30]);
  expect([approved, age(oldestApprovedAt)]).toEqual([1, 0]);
});

test("a withdrawal waits for review once a second person of its partner has approved it", async () => {
  const [ada, grace] = [await makePerson(partner), await makePerson(partner)];
  const [browser, other] = [await signedIn(ada), await signedIn(grace)];
  const rule = { above: 100, password: ada.password };
  await browser.call(setRule, { method: "POST", body: rule });
  const body = { amount: 200, toAddress: ADDRESS };
  const asked = { method: "POST", body, idempotencyKey: randomUUID() };
  const { id } = (await browser.call(create, asked)).json.data;
  await requestedAgo(30);
  expect(await readWithdrawals()).toMatchObject({ pending: 0, oldestPendingAt: null });
  const { password } = grace;
  await other.call(approveOwn, { method: "POST", params: { id }, body: { password } });
  const { pending, oldestPendingAt } = await readWithdrawals();
  expect([pending, age(oldestPendingAt)]).toEqual([1, 0]);
});
