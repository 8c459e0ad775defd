"use client";

import { useRouter } from "next/navigation";
import { type PointerEvent, useRef, useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { utcDayText } from "@/components/ui/instant";
import { ChartDrawing } from "./chart-drawing";
import { chartShape } from "./chart-shape";

const COMPACT = new Intl.NumberFormat("en-US", { notation: "compact" });

interface DayChartProps {
  /** What the values are: `Card spend`. */
  label: string;
  look: "bars" | "line";
  /** `2026-11-21` */
  dates: readonly string[];
  values: readonly number[];
  textOf: (value: number) => string;
  /** The list of what a day consists of. */
  hrefOf: (index: number) => string;
  unit?: string;
}

interface DayLabelsProps {
  first: string;
  last: string;
  /** The chosen day: its text, and its place from 0 to 1. */
  chosen: { text: string; share: number } | undefined;
}

/** The first and the last day, or the chosen one with its value. */
function DayLabels({ first, last, chosen }: DayLabelsProps) {
  const ends = chosen ? "invisible" : undefined;
  return (
    <div
      aria-hidden="true"
      className="relative mr-11 flex justify-between pt-1 text-small text-quiet tabular-nums"
    >
      <span className={ends}>{utcDayText(first)}</span>
      <span className={ends}>{utcDayText(last)}</span>
      {chosen && (
        <span
          style={{ left: `${chosen.share * 100}%` }}
          className={classNames(
            "absolute whitespace-nowrap text-text",
            chosen.share >= 0.5 && "-translate-x-full",
          )}
        >
          {chosen.text}
        </span>
      )}
    </div>
  );
}

/**
 * A chart of one value per day. A slider over the drawing selects a day by pointer, touch or arrow keys and announces its
 * value. A click of the mouse or Enter opens the list of the day.
 */
export function DayChart({ label, look, dates, values, textOf, hrefOf, unit = "" }: DayChartProps) {
  const [chosen, setChosen] = useState<number>();
  const router = useRouter();
  const pointer = useRef("");
  const shape = chartShape(values);
  const last = values.length - 1;
  const index = Math.min(chosen ?? last, last);
  const point = shape.points[index];
  const text = `${utcDayText(dates[index] ?? "")}: ${textOf(values[index] ?? 0)}`;
  const choose = ({ currentTarget, clientX, pointerType }: PointerEvent<HTMLInputElement>) => {
    pointer.current = pointerType;
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = Math.max(0, Math.min(0.9999, (clientX - left) / width));
    setChosen(look === "bars" ? Math.floor(share * values.length) : Math.round(share * last));
  };
  const open = () => router.push(hrefOf(index));
  return (
    <div className="space-y-1">
      <div className="flex gap-2">
        <div className="relative h-28 min-w-0 flex-1">
          <ChartDrawing shape={shape} look={look} chosen={chosen ?? -1} />
          {look === "line" && point && (
            <span
              aria-hidden="true"
              style={{ left: `${point.x}%`, top: `${point.y}%` }}
              className="absolute size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-ground bg-accent"
            />
          )}
          <input
            type="range"
            min={0}
            max={Math.max(last, 0)}
            value={index}
            aria-label={`${label} by day`}
            aria-valuetext={text}
            onChange={({ target }) => setChosen(Number(target.value))}
            onPointerMove={choose}
            onPointerDown={choose}
            onPointerLeave={() => setChosen(undefined)}
            onClick={() => pointer.current === "mouse" && chosen !== undefined && open()}
            onKeyDown={({ key }) => key === "Enter" && open()}
            className="absolute inset-0 size-full cursor-pointer appearance-none rounded-small bg-transparent opacity-0 focus-visible:opacity-100 [&::-moz-range-thumb]:opacity-0 [&::-webkit-slider-thumb]:opacity-0"
          />
        </div>
        <div aria-hidden="true" className="relative h-28 w-9 text-small text-quiet tabular-nums">
          {shape.ticks.map(({ value, y }) => (
            <span key={value} style={{ top: `${y}%` }} className="absolute -translate-y-1/2">
              {COMPACT.format(value)}
              {unit}
            </span>
          ))}
        </div>
      </div>
      <DayLabels
        first={dates[0] ?? ""}
        last={dates[last] ?? ""}
        chosen={chosen === undefined ? undefined : { text, share: (index + 0.5) / values.length }}
      />
    </div>
  );
}
