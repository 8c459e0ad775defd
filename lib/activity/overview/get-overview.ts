import { CARD_STATUSES } from "@/lib/cards/states";
import { declinesOf, spendingOf } from "@/lib/cards/sums/spending";
import { findCardSums } from "@/lib/cards/sums/store";
import type { PersonUseCase } from "@/lib/contract/use-cases";
import { DAY_MS, HOUR_MS } from "@/lib/kernel/durations";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { USER_STATUSES } from "@/lib/users/states";
import { showEndpoint } from "@/lib/webhooks/show-endpoint";
import type { getOverviewContract } from "./contract";
import { dayStarts } from "./day-starts";
import { feesAmong, moneyOfDays } from "./money-of-days";
import { noticesOf } from "./notices";
import { stepsOf } from "./steps";
import { findBalancesBefore, findMoved, findStanding } from "./store";

/** Returns the number for each status, and the total. */
function countsOf<Status extends string>(
  statuses: readonly Status[],
  counted: Partial<Record<Status, number>>,
) {
  const counts = statuses.map((status): [Status, number] => [status, counted[status] ?? 0]);
  return {
    ...(Object.fromEntries(counts) as Record<Status, number>),
    total: counts.reduce((sum, [, count]) => sum + count, 0),
  };
}

/** The fees of so many days, today included, are compared with the balance. */
const FEE_DAYS = 7;

interface PeriodQuery {
  timeZone: string;
  days: number;
  until?: string | undefined;
}

/** Returns the days of the period, the instants between which sums are read, and the end of the period. */
function periodOf(at: Date, { timeZone, days: count, until }: PeriodQuery) {
  const all = dayStarts(at, timeZone, 2 * count, until);
  const days = all.slice(count);
  const today = dayStarts(at, timeZone, 1)[0]?.date;
  const lastDate = days.at(-1)?.date ?? "";
  const next = new Date(Date.parse(lastDate) + DAY_MS).toISOString().slice(0, 10);
  // The day after the last one has begun somewhere in the next three days in every time zone.
  const later = new Date(Date.parse(next) + 72 * HOUR_MS);
  const end = dayStarts(later, timeZone, 1, next)[0]?.startsAt ?? later;
  const starts = days.map(({ startsAt }) => startsAt);
  const before = all[0]?.startsAt ?? at;
  return { days, starts, withBefore: [before, ...starts], end, isCurrent: lastDate === today };
}

/** Shifts rows of [the period before, each day] so that the days begin with 0, and separates the period before. */
function separate<Row extends { day: number }>(rows: readonly Row[]) {
  return {
    before: rows.filter(({ day }) => day === 0),
    during: rows.filter(({ day }) => day > 0).map((row) => ({ ...row, day: row.day - 1 })),
  };
}

/**
 * Returns the partner's overview: its state, what needs attention, and the sums of a period beside those of the period
 * before. Uses six statements, whatever the amount of data.
 */
export const getOverview: PersonUseCase<typeof getOverviewContract> = async ({
  partner,
  input,
  at,
}) => {
  const { timeZone } = input.query;
  const { days, starts, withBefore, end, isCurrent } = periodOf(at, input.query);
  const [standing, movedRows, cardRows, fees, balances, endpoint] = await Promise.all([
    findStanding(partner.id, at),
    findMoved(partner.id, withBefore, end),
    findCardSums(partner.id, withBefore, end),
    findMoved(
      partner.id,
      dayStarts(at, timeZone, FEE_DAYS).map(({ startsAt }) => startsAt),
    ),
    findBalancesBefore(partner.id, [...starts, end]),
    showEndpoint(partner.id, at),
  ]);
  const [balanceBefore = 0n, ...ofDays] = balances;
  if (isCurrent) ofDays[ofDays.length - 1] = standing.availableMicroUsd;
  const moved = separate(movedRows);
  const cards = separate(cardRows);
  const cardsByDay = Map.groupBy(cards.during, ({ day }) => day);
  const money = moneyOfDays(days, ofDays, moved.during);
  const earlier = moneyOfDays([], [], moved.before);
  return {
    wallet: {
      availableBalance: usdFromMicroUsd(standing.availableMicroUsd),
      pendingWithdrawals: usdFromMicroUsd(standing.pendingMicroUsd),
      depositsConfirming: usdFromMicroUsd(standing.confirmingMicroUsd),
      currency: "USD",
      ...(standing.lowBalanceMicroUsd !== null && {
        lowBalanceThreshold: usdFromMicroUsd(standing.lowBalanceMicroUsd),
      }),
    },
    ...money,
    days: money.days.map((day, index) => ({ ...day, ...spendingOf(cardsByDay.get(index) ?? []) })),
    period: {
      from: (starts[0] ?? at).toISOString(),
      to: end.toISOString(),
      isCurrent,
    },
    spending: spendingOf(cards.during),
    before: {
      ...spendingOf(cards.before),
      moneyIn: earlier.moneyIn.total,
      moneyOut: earlier.moneyOut.total,
      balance: usdFromMicroUsd(balanceBefore),
    },
    declines: declinesOf(cards.during),
    cards: countsOf(CARD_STATUSES, standing.cards),
    users: countsOf(USER_STATUSES, standing.users),
    notices: noticesOf({ partner, standing, recentFeesMicroUsd: feesAmong(fees), endpoint }),
    steps: stepsOf(standing, endpoint),
  };
};
