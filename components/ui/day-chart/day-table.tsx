"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import type { DayRowsProps } from "./day-rows";

const DayRows = dynamic(() => import("./day-rows").then(({ DayRows }) => DayRows));

/** The values of a chart as a table, newest first, which is rendered when it is opened. */
export function DayTable({ label, dates, values, textOf, hrefOf }: DayRowsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="text-small">
      <summary className="inline-flex min-h-8 cursor-pointer items-center text-quiet hover:text-text pointer-coarse:min-h-11">
        <span aria-hidden="true">Show table</span>
        <span className="sr-only">{label} as a table</span>
      </summary>
      {isOpen && (
        <DayRows label={label} dates={dates} values={values} textOf={textOf} hrefOf={hrefOf} />
      )}
    </details>
  );
}
