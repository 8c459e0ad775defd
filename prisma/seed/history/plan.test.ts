import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "@/lib/kernel/durations";
import { planHistory, subjectsOf } from "./plan";
import { isFrozen } from "./steps";

const NOW_MS = Date.parse("2026-11-23T15:20:00Z");
const plan = planHistory(NOW_MS, 90);
const count = (kind: string) => plan.steps.filter((step) => step.kind === kind).length;

test("one time has one plan", () => {
  expect(planHistory(NOW_MS, 90)).toEqual(plan);
});

test("a programme of 90 days has about 300 users, 250 cards and 5,000 purchases", () => {
  expect(plan.users).toHaveLength(300);
  expect(plan.cards.length).toBeGreaterThan(240);
  expect(count("authorize")).toBeGreaterThan(4_800);
  expect(count("authorize")).toBeLessThan(5_200);
  for (const kind of ["refund", "reverse", "expire", "deposit", "payOut", "reject", "cancel"])
    expect([kind, count(kind)]).toEqual([kind, expect.toSatisfy((found: number) => found > 0)]);
  expect(new Set(plan.users.map(({ countryCode }) => countryCode)).size).toBeGreaterThan(15);
  expect(new Set(plan.users.map(({ body }) => body.email)).size).toBe(300);
});

test("all steps are in the past and in order, and those of one subject a second apart", () => {
  const last = new Map<string, number>();
  let before = 0;
  for (const step of plan.steps) {
    expect(step.atMs).toBeGreaterThanOrEqual(before);
    before = step.atMs;
    for (const subject of subjectsOf(step, plan)) {
      expect(step.atMs - (last.get(subject) ?? 0)).toBeGreaterThanOrEqual(1_000);
      last.set(subject, step.atMs);
    }
  }
  expect(before).toBeLessThan(NOW_MS);
  expect(plan.steps[0]?.atMs).toBeGreaterThan(NOW_MS - 91 * DAY_MS);
});

test("weekends are quieter than other days", () => {
  const perDay = (weekend: boolean) => {
    const days = plan.steps.filter(({ kind, atMs }) => {
      const isWeekend = [0, 6].includes(new Date(atMs).getUTCDay());
      return kind === "authorize" && isWeekend === weekend;
    });
    return days.length / (weekend ? 2 : 5);
  };
  expect(perDay(true)).toBeLessThan(0.7 * perDay(false));
});

test("no frozen card is funded", () => {
  for (const step of plan.steps) {
    if (step.kind !== "fundCard" && step.kind !== "withdrawFromCard") continue;
    const card = plan.cards[step.card];
    expect(card && isFrozen(card, step.atMs)).toBe(false);
  }
});

test("a terminated card has no further step, whenever the history is made", () => {
  const late: string[] = [];
  const times = Array.from({ length: 20 }, (_, index) => NOW_MS + index * 13 * HOUR_MS);
  for (const nowMs of [...times, Date.parse("2026-11-25T22:40:00Z")]) {
    const { steps, cards, purchases } = planHistory(nowMs, 90);
    const ended = new Set<string>();
    for (const step of steps) {
      const card = subjectsOf(step, { cards, purchases }).find((each) => each.startsWith("card "));
      if (card === undefined) continue;
      if (ended.has(card)) late.push(`${new Date(nowMs).toISOString()}: ${step.kind} of ${card}`);
      if (step.kind === "terminateCard") ended.add(card);
    }
  }
  expect(late).toEqual([]);
});
