import { CARD_STATUSES } from "@/lib/cards/states";
import type { PersonUseCase } from "@/lib/contract/use-cases";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { USER_STATUSES } from "@/lib/users/states";
import { showEndpoint } from "@/lib/webhooks/show-endpoint";
import type { getOverviewContract } from "./contract";
import { dayStarts } from "./day-starts";
import { moneyOfDays, recentFees } from "./money-of-days";
import { noticesOf } from "./notices";
import { OVERVIEW_DAYS } from "./schema";
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

/**
 * Returns the partner's overview: its state and what needs attention. Uses four statements, whatever the amount of
 * data.
 */
export const getOverview: PersonUseCase<typeof getOverviewContract> = async ({
  partner,
  input,
  at,
}) => {
  const days = dayStarts(at, input.query.timeZone, OVERVIEW_DAYS);
  const starts = days.map(({ startsAt }) => startsAt);
  const [standing, moved, earlier, endpoint] = await Promise.all([
    findStanding(partner.id, at),
    findMoved(partner.id, starts),
    findBalancesBefore(partner.id, starts.slice(1)),
    showEndpoint(partner.id, at),
  ]);
  const recentFeesMicroUsd = recentFees(moved, OVERVIEW_DAYS);
  return {
    wallet: {
      availableBalance: usdFromMicroUsd(standing.availableMicroUsd),
      pendingWithdrawals: usdFromMicroUsd(standing.pendingMicroUsd),
      depositsConfirming: usdFromMicroUsd(standing.confirmingMicroUsd),
      currency: "USD",
    },
    ...moneyOfDays(days, [...earlier, standing.availableMicroUsd], moved),
    cards: countsOf(CARD_STATUSES, standing.cards),
    users: countsOf(USER_STATUSES, standing.users),
    notices: noticesOf({ partner, standing, recentFeesMicroUsd, endpoint }),
    steps: stepsOf(standing, endpoint),
  };
};
