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
  [withdrawal("pending"), ["Requested", "Waiting for approval"]],
  [
    withdrawal("approved", { approvedAt: at }),
    ["Requested", "Approved by the operator", "Being sent on Base"],
  ],
  [
    withdrawal("completed", { approvedAt: at, completedAt: at }),
    ["Requested", "Approved by the operator", "Sent on Base"],
  ],
  [withdrawal("cancelled", { cancelledAt: at }), ["Requested", "Cancelled by you"]],
  [withdrawal("rejected"), ["Requested", "Rejected by the operator"]],
  [
    withdrawal("failed", { approvedAt: at, failureReason: "The network refused it." }),
    ["Requested", "Approved by the operator", "Could not be sent"],
  ],
])("the way of $status", (each, expected) => {
  expect(titles(each)).toEqual(expected);
});

test("what came back says so, with the reason when there is one", () => {
  const text = (each: Withdrawal) => stepsOf(each).at(-1)?.text;
  expect(text(withdrawal("rejected"))).toBe("The whole amount is back in your wallet.");
  expect(text(withdrawal("rejected", { rejectReason: "unknown address" }))).toBe(
    "The reason given: unknown address. The whole amount is back in your wallet.",
  );
});

test("only what is not over has a next step", () => {
  const next = (status: WithdrawalStatus) =>
    stepsOf(withdrawal(status)).filter(({ isNext }) => isNext).length;
  expect(["pending", "approved"].map((each) => next(each as WithdrawalStatus))).toEqual([1, 1]);
  expect(next("completed") + next("cancelled") + next("rejected") + next("failed")).toBe(0);
});

test("what ended by somebody else's hand says when", () => {
  const last = (status: WithdrawalStatus) =>
    stepsOf(withdrawal(status), { rejectedAt: at, failedAt: "2026-11-21T11:00:00.000Z" }).at(-1)
      ?.at;
  expect([last("rejected"), last("failed")]).toEqual([at, "2026-11-21T11:00:00.000Z"]);
});

test("where the money is, is said of each state", () => {
  const texts = WITHDRAWAL_STATUSES.map((status) => whereabouts(withdrawal(status)).text);
  expect(
    texts.map((text) => /^(Off your wallet|At the address|Back in your wallet)/.exec(text)?.[1]),
  ).toEqual([
    "Off your wallet",
    "Off your wallet",
    "At the address",
    "Back in your wallet",
    "Back in your wallet",
    "Back in your wallet",
  ]);
});
