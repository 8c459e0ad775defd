import { expect, test } from "vitest";
import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from "@/lib/withdrawals/states";
import type { Withdrawal } from "./queries";
import { stepsOf, whereabouts } from "./steps";

const at = "2026-11-21T10:00:00.000Z";
const withdrawal = (status: WithdrawalStatus, more: Partial<Withdrawal> = {}): Withdrawal => ({
  id: "wd_1",
  partnerId: "ptn_1",
  amount: 100,
  fee: 0.5,
  netAmount: 99.5,
  toAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
  chain: "base",
  token: "usdc",
  status,
  createdAt: at,
  ...more,
});
const titles = (each: Withdrawal) => stepsOf(each).map(({ title }) => title);

test.each([
  [withdrawal("pending"), ["Requested", "Pending approval"]],
  [withdrawal("approved", { approvedAt: at }), ["Requested", "Approved", "Sending on Base"]],
  [
    withdrawal("completed", { approvedAt: at, completedAt: at }),
    ["Requested", "Approved", "Sent on Base"],
  ],
  [withdrawal("cancelled", { cancelledAt: at }), ["Requested", "Cancelled"]],
  [withdrawal("rejected"), ["Requested", "Rejected"]],
  [
    withdrawal("failed", { approvedAt: at, failureReason: "The network refused it." }),
    ["Requested", "Approved", "Failed"],
  ],
])("the timeline of $status", (each, expected) => {
  expect(titles(each)).toEqual(expected);
});

test("a refunded withdrawal shows the refund, with the reason if any", () => {
  const text = (each: Withdrawal) => stepsOf(each).at(-1)?.text;
  expect(text(withdrawal("rejected"))).toBe("The full amount was refunded to your wallet.");
  expect(text(withdrawal("rejected", { rejectReason: "unknown address" }))).toBe(
    "Reason: unknown address. The full amount was refunded to your wallet.",
  );
});

test("who cancelled a withdrawal is not guessed: it can be another person, or a program with a key", () => {
  const { title, text } = stepsOf(withdrawal("cancelled", { cancelledAt: at })).at(-1) ?? {};
  expect(`${title} ${text}`).not.toMatch(/\byou\b/);
});

test("the next step of a withdrawal that waits for a second person says that it is theirs", () => {
  const text = (progress: Parameters<typeof stepsOf>[1]) =>
    stepsOf(withdrawal("pending"), progress).at(-1)?.text;
  const waiting = {
    withdrawalId: "wd_1",
    amount: 100,
    toAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
    createdAt: at,
    mayApprove: false,
  };
  expect(text({ network: "base", waiting })).toMatch(/^An owner on your team approves it first/);
  expect(text({ network: "base" })).toMatch(/^Each withdrawal is reviewed by our team/);
  expect(text({})).toMatch(/^Each withdrawal is reviewed by our team/);
});

test("only an open withdrawal has a next step", () => {
  const next = (status: WithdrawalStatus) =>
    stepsOf(withdrawal(status)).filter(({ isNext }) => isNext).length;
  expect(["pending", "approved"].map((each) => next(each as WithdrawalStatus))).toEqual([1, 1]);
  expect(next("completed") + next("cancelled") + next("rejected") + next("failed")).toBe(0);
});

test("a withdrawal that another person ended has the time", () => {
  const last = (status: WithdrawalStatus) =>
    stepsOf(withdrawal(status), { rejectedAt: at, failedAt: "2026-11-21T11:00:00.000Z" }).at(-1)
      ?.at;
  expect([last("rejected"), last("failed")]).toEqual([at, "2026-11-21T11:00:00.000Z"]);
});

test("each status explains where the money is", () => {
  const texts = WITHDRAWAL_STATUSES.map((status) => whereabouts(withdrawal(status)).text);
  expect(
    texts.map((text) => /reserved|being sent|Sent to the address|refunded/.exec(text)?.[0]),
  ).toEqual(["reserved", "being sent", "Sent to the address", "refunded", "refunded", "refunded"]);
});
