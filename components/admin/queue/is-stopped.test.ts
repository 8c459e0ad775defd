import { expect, test } from "vitest";
import { exampleAdminWithdrawal } from "@/lib/backoffice/schema";
import { isStopped } from "./is-stopped";
import type { QueuedWithdrawal } from "./queries";
import { stepsOf } from "./steps";

const since = exampleAdminWithdrawal.createdAt;
const approved = { ...exampleAdminWithdrawal, status: "approved" } as QueuedWithdrawal;
const lastStep = (withdrawal: QueuedWithdrawal) => stepsOf(withdrawal).at(-1);

test("an approved withdrawal without an obstacle is being sent", () => {
  expect(isStopped(approved)).toBe(false);
  expect(lastStep(approved)).toMatchObject({ state: "waiting", title: "Sending" });
});

test("one that repeats a payment is stopped for good, unlike one that was approved with it in view", () => {
  const seen = { ...approved, samePayment: { chain: "base", txHash: "0x1", foundAt: since } };
  expect(isStopped(seen)).toBe(false);
  const held = { ...seen, isHeldAsRepeat: true as const };
  expect(isStopped(held)).toBe(true);
  expect(lastStep(held)).toMatchObject({ state: "attention", title: "Not sent" });
  expect(lastStep(held)?.text).not.toContain("automatically");
});

test("one whose address could not be screened is stopped until a list is loaded", () => {
  const held = {
    ...approved,
    refusal: { since, text: "No sanctions list was loaded yet.", isScreened: true as const },
  };
  expect(isStopped(held)).toBe(true);
  expect(lastStep(held)).toMatchObject({ title: "Not sent", text: "Retried automatically." });
});

test("a signed or ended withdrawal is not stopped by anything", () => {
  expect(isStopped({ ...approved, isHeldAsRepeat: true, isSigned: true })).toBe(false);
  expect(isStopped({ ...approved, isHeldAsRepeat: true, status: "failed" })).toBe(false);
});
