import { expect, test, vi } from "vitest";
import { decideOnce, rememberLate } from "./decide-once";

const approved = { approved: true, declinedReason: null, availableMicroUsd: 1n };
const declined = { approved: false, declinedReason: "not decided", availableMicroUsd: null };

test("deliveries at the same time share one decision, later ones decide again", async () => {
  const decide = vi.fn(async () => approved);
  const answers = await Promise.all([decideOnce("a", decide), decideOnce("a", decide)]);
  expect(answers).toEqual([approved, approved]);
  expect(decide).toHaveBeenCalledTimes(1);
  await decideOnce("a", decide);
  await decideOnce("b", decide);
  expect(decide).toHaveBeenCalledTimes(3);
});

test("a request that was answered before its decision keeps that answer", async () => {
  const decide = vi.fn(async () => approved);
  rememberLate("late", declined);
  expect(await decideOnce("late", decide)).toEqual(declined);
  expect(decide).not.toHaveBeenCalled();
});

test("a decision that fails is not remembered", async () => {
  await expect(decideOnce("fault", () => Promise.reject(new Error("down")))).rejects.toThrow();
  expect(await decideOnce("fault", async () => approved)).toEqual(approved);
});
