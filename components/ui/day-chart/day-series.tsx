"use client";

import { DayChart } from "./day-chart";
import { DayTable } from "./day-table";
import { type Span, spansOf } from "./spans";

const AMOUNT = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2 });

/** Formats an amount in words: `1,204.50 USD`. */
export const usdText = (value: number) => `${AMOUNT.format(value)} USD`;

interface DaySeriesProps<Day extends { date: string; startsAt: string }> {
  label: string;
  look?: "bars" | "line";
  days: readonly Day[];
  /** The instants between which the days are. */
  period: Span;
  amountOf: (day: Day) => number;
  textOf: (value: number) => string;
  /** The list of what a day consists of. */
  hrefOf: (span: Span) => string;
  unit?: string;
}

/** A chart of the days with its table; a sentence while all days are zero. */
export function DaySeries<Day extends { date: string; startsAt: string }>({
  label,
  look = "bars",
  days,
  period,
  amountOf,
  hrefOf,
  ...rest
}: DaySeriesProps<Day>) {
  const values = days.map(amountOf);
  if (values.every((value) => value === 0))
    return <p className="text-small text-quiet">Nothing in this period.</p>;
  const spans = spansOf(days, period);
  const props = {
    ...rest,
    label,
    values,
    dates: days.map(({ date }) => date),
    hrefOf: (index: number) => hrefOf(spans[index] ?? period),
  };
  return (
    <>
      <DayChart {...props} look={look} />
      <DayTable {...props} />
    </>
  );
}
