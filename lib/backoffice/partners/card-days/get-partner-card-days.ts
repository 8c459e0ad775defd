import { findPartner } from "@/lib/backoffice/find-partner";
import { spendingOf } from "@/lib/cards/sums/spending";
import { type CardSumRow, findCardSums } from "@/lib/cards/sums/store";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { DAY_MS } from "@/lib/kernel/durations";
import { CARD_DAYS, type getPartnerCardDaysContract } from "./contract";

/** Returns the beginnings of the days of UTC up to the day of an instant, and the end of that day. */
function daysUntil(at: Date): { starts: Date[]; end: Date } {
  const endMs = (Math.floor(at.getTime() / DAY_MS) + 1) * DAY_MS;
  const starts = Array.from(
    { length: CARD_DAYS },
    (_, index) => new Date(endMs - (CARD_DAYS - index) * DAY_MS),
  );
  return { starts, end: new Date(endMs) };
}

function countsOf(rows: readonly CardSumRow[]) {
  const { spend, approved, declined } = spendingOf(rows);
  return { spend, approved, declined };
}

/** Returns what a partner's cards spent on each of the last days. Reads the sums of hours and the rows after them. */
export const getPartnerCardDays: AdminUseCase<typeof getPartnerCardDaysContract> = async ({
  input,
  at,
}) => {
  const { id } = await findPartner(input.params.id);
  const { starts, end } = daysUntil(at);
  const rows = await findCardSums(id, starts, end);
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return {
    from: (starts[0] ?? at).toISOString(),
    to: end.toISOString(),
    ...countsOf(rows),
    days: starts.map((start, index) => ({
      date: start.toISOString().slice(0, 10),
      ...countsOf(byDay.get(index) ?? []),
    })),
  };
};
