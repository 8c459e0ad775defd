import { expect, test } from "vitest";
import type { Attempt, ClaimedDelivery } from "./attempt";
import { PartnerQueues } from "./partner-queues";

function attemptOf(eventId: string, partnerId = "ptn_1"): Attempt {
  const delivery = { eventId, partnerId } as ClaimedDelivery;
  return { id: `dlv_${eventId}`, leaseId: "lease", takenAtMs: 0, delivery };
}
const idOf = (attempt: Attempt | undefined) => attempt?.delivery.eventId;

test("up to the limit are sent concurrently, the others in order", () => {
  const queues = new PartnerQueues();
  const sent = ["a", "b", "c", "d"].map((id) => queues.enter(attemptOf(id), 2));
  expect(sent).toEqual([true, true, false, false]);
  expect(idOf(queues.next("ptn_1"))).toBe("c");
  expect(idOf(queues.next("ptn_1"))).toBe("d");
  expect(queues.next("ptn_1")).toBeUndefined();
  // Two attempts were sent after the first two; one of them is left.
  expect(queues.enter(attemptOf("e"), 2)).toBe(true);
  expect(queues.enter(attemptOf("f"), 2)).toBe(false);
});

test("partners do not wait for each other", () => {
  const queues = new PartnerQueues();
  expect(queues.enter(attemptOf("a"), 1)).toBe(true);
  expect(queues.enter(attemptOf("b"), 1)).toBe(false);
  expect(queues.enter(attemptOf("c", "ptn_2"), 1)).toBe(true);
  expect(queues.next("ptn_2")).toBeUndefined();
  expect(idOf(queues.next("ptn_1"))).toBe("b");
});

test("waiting deliveries of one partner or of all can be removed, and running ones continue", () => {
  const queues = new PartnerQueues();
  for (const id of ["a", "b", "c"]) queues.enter(attemptOf(id), 1);
  for (const id of ["d", "e"]) queues.enter(attemptOf(id, "ptn_2"), 1);
  expect(queues.clear("ptn_1").map(idOf)).toEqual(["b", "c"]);
  expect(queues.clear("ptn_3")).toEqual([]);
  expect(queues.clear().map(idOf)).toEqual(["e"]);
  expect(queues.enter(attemptOf("f"), 1)).toBe(false);
  expect(idOf(queues.next("ptn_1"))).toBe("f");
});
