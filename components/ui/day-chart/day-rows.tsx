"use client";

import { utcDayText } from "@/components/ui/instant";
import { Link } from "../link";

export interface DayRowsProps {
  label: string;
  dates: readonly string[];
  /** A day without a value is undefined. */
  values: readonly (number | undefined)[];
  textOf: (value: number) => string;
  /** The list of what a day consists of, if there is one. */
  hrefOf?: (index: number) => string;
}

/** The rows of the table of a chart, newest first. */
export function DayRows({ label, dates, values, textOf, hrefOf }: DayRowsProps) {
  const valueText = (value: number | undefined) => (value === undefined ? "–" : textOf(value));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label={`${label} by day`} tabIndex={0} className="max-h-60 overflow-y-auto">
      <table className="w-full tabular-nums">
        <thead className="sr-only">
          <tr>
            <th scope="col">Day</th>
            <th scope="col">{label}</th>
          </tr>
        </thead>
        <tbody>
          {dates
            .map((date, index) => (
              <tr key={date} className="border-b border-line">
                <th scope="row" className="py-1.5 text-left font-normal">
                  {hrefOf ? (
                    <Link href={hrefOf(index)} prefetch={false} className="hover:underline">
                      {utcDayText(date)}
                    </Link>
                  ) : (
                    utcDayText(date)
                  )}
                </th>
                <td className="text-right">{valueText(values[index])}</td>
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </section>
  );
}
