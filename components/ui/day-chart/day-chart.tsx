"use client";

import { useRouter } from "next/navigation";
import { utcDayText } from "@/components/ui/instant";
import { PointChart } from "./point-chart";

interface DayChartProps {
  /** What the values are: `Card spend`. */
  label: string;
  look: "bars" | "line";
  /** `2026-11-21` */
  dates: readonly string[];
  /** A day without a value is a gap. */
  values: readonly (number | undefined)[];
  textOf: (value: number) => string;
  /** The list of what a day consists of, if there is one. */
  hrefOf?: ((index: number) => string) | undefined;
  unit?: string;
}

/** A chart of one value per day. A click of the mouse or Enter opens the list of the day. */
export function DayChart({ label, look, dates, values, textOf, hrefOf, unit }: DayChartProps) {
  const router = useRouter();
  const dayAt = (index: number) => utcDayText(dates.at(index) ?? "");
  const text = (index: number) => {
    const value = values[index];
    return `${dayAt(index)}: ${value === undefined ? "none" : textOf(value)}`;
  };
  return (
    <PointChart
      label={`${label} by day`}
      look={look}
      values={values}
      textOf={text}
      ends={[dayAt(0), dayAt(-1)]}
      onOpen={hrefOf && ((index) => router.push(hrefOf(index)))}
      {...(unit !== undefined && { unit })}
    />
  );
}
