import { expect, test, vi } from "vitest";
import { decideOnce, rememberLate } from "./decide-once";

const approved = { approved: true, declinedReason: null, availableMicroUsd: 1n };
const declined = { approved: false, declinedReason: "not decided", availableMicroUsd: null };
const of = (id: string) => ({ id, at: new Date() });

test("deliveries at the same time share one decision, later ones decide again", async () => {
  const decide = vi.fn(async () => approved);
  const answers = await Promise.all([decideOnce(of("a"), decide), decideOnce(of("a"), decide)]);
  expect(answers).toEqual([approved, approved]);
  expect(decide).toHaveBeenCalledTimes(1);
  await decideOnce(of("a"), decide);
  await decideOnce(of("b"), decide);
  expect(decide).toHaveBeenCalledTimes(3);
});

test("a request that was answered before its decision keeps that answer", async () => {
  const decide = vi.fn(async () => approved);
  rememberLate(of("late"), declined);
  expect(await decideOnce(of("late"), decide)).toEqual(declined);
  expect(decide).not.toHaveBeenCalled();
});

test("a decision that fails is not remembered", async () => {
  await expect(decideOnce(of("fault"), () => Promise.reject(new Error("down")))).rejects.toThrow();
  expect(await decideOnce(of("fault"), async () => approved)).toEqual(approved);
});
