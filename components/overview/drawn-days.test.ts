import { expect, test } from "vitest";
import { DAY_MS } from "@/lib/kernel/durations";
import { drawnDays } from "./drawn-days";
import type { Overview } from "./queries";

const startMs = Date.parse("2026-11-01T00:00:00Z");
const none = { spend: 0, approved: 0, declined: 0, cardsIssued: 0, refunds: 0, fxFees: 0 };

/** Thirty days with a deposit on the given one, and this balance at the end of the period before. */
function drawn(depositDay: number | undefined, balanceBefore = 0) {
  const days = Array.from({ length: 30 }, (_, index) => ({
    ...none,
    date: new Date(startMs + index * DAY_MS).toISOString().slice(0, 10),
    startsAt: new Date(startMs + index * DAY_MS).toISOString(),
    balance: balanceBefore,
    in: index === depositDay ? 5 : 0,
    out: 0,
  }));
  const period = {
    from: new Date(startMs).toISOString(),
    to: new Date(startMs + 30 * DAY_MS).toISOString(),
    isCurrent: true,
  };
  const before = { ...none, moneyIn: 0, moneyOut: 0, balance: balanceBefore };
  const { days: shown, period: span } = drawnDays({ days, period, before } satisfies Pick<
    Overview,
    "days" | "period" | "before"
  >);
  return [shown.length, shown[0]?.date, span.from.slice(0, 10), span.to.slice(0, 10)];
}

test.each([
  ["whole period when there was activity before", 20, 100, [30, "2026-11-01", "2026-11-01"]],
  ["whole period without any activity", undefined, 0, [30, "2026-11-01", "2026-11-01"]],
  ["days since the first activity", 20, 0, [10, "2026-11-21", "2026-11-21"]],
  ["last seven days when the first activity is of today", 29, 0, [7, "2026-11-24", "2026-11-24"]],
] as const)("the charts draw the %s", (_, depositDay, balanceBefore, expected) => {
  expect(drawn(depositDay, balanceBefore)).toEqual([...expected, "2026-12-01"]);
});
