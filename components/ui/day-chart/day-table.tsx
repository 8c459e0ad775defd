"use client";

import Link from "next/link";
import { useState } from "react";
import { utcDayText } from "@/components/ui/instant";

interface DayTableProps {
  label: string;
  dates: readonly string[];
  /** A day without a value is undefined. */
  values: readonly (number | undefined)[];
  textOf: (value: number) => string;
  /** The list of what a day consists of, if there is one. */
  hrefOf?: (index: number) => string;
}

/** The values of a chart as a table, newest first, which is rendered when it is opened. */
export function DayTable({ label, dates, values, textOf, hrefOf }: DayTableProps) {
  const [isOpen, setOpen] = useState(false);
  const valueText = (value: number | undefined) => (value === undefined ? "–" : textOf(value));
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="text-small">
      <summary className="inline-flex min-h-8 cursor-pointer items-center text-quiet hover:text-text pointer-coarse:min-h-11">
        <span aria-hidden="true">Show table</span>
        <span className="sr-only">{label} as a table</span>
      </summary>
      {isOpen && (
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
      )}
    </details>
  );
}
