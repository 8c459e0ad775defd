"use client";

import { useState } from "react";
import { Amount } from "@/components/ui/amount";
import { utcDayText } from "@/components/ui/instant";
import { type ChartShape, chartShape } from "./chart-shape";
import type { Overview } from "./queries";

const COMPACT = new Intl.NumberFormat("en-US", { notation: "compact" });
const AMOUNT = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2 });

function Drawing({ shape: { line, area, ticks } }: { shape: ChartShape }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {ticks.map(({ value, y }) => (
        <line
          key={value}
          x1="0"
          x2="100"
          y1={y}
          y2={y}
          vectorEffect="non-scaling-stroke"
          className="stroke-line"
        />
      ))}
      <path d={area} className="fill-accent-faint" />
      <path
        d={line}
        fill="none"
        strokeWidth="1.75"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className="stroke-accent"
      />
    </svg>
  );
}

/**
 * The balance at the end of each day. A slider over the drawing selects a day by pointer, touch or arrow keys, and
 * announces its balance.
 */
export function BalanceChart({ days }: { days: Overview["days"] }) {
  const [chosen, setChosen] = useState<number>();
  const shape = chartShape(days.map(({ balance }) => balance));
  const index = Math.min(chosen ?? days.length - 1, days.length - 1);
  const day = days[index];
  const point = shape.points[index];
  if (!day || !point) return null;
  return (
    <figure className="space-y-2">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-small">
        <span className="font-medium">Balance, last {days.length} days</span>
        <span className="flex flex-wrap gap-x-4 text-quiet">
          <span>{utcDayText(day.date)}</span>
          <Amount value={day.balance} className="text-text" />
          <span>
            in <Amount value={day.in} direction="in" currency="" />
          </span>
          <span>
            out <Amount value={day.out} direction="out" currency="" />
          </span>
        </span>
      </figcaption>
      <div className="flex gap-2">
        <div className="relative h-40 min-w-0 flex-1">
          <Drawing shape={shape} />
          <span
            aria-hidden="true"
            style={{ left: `${point.x}%`, top: `${point.y}%` }}
            className="absolute size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-ground bg-accent"
          />
          <input
            type="range"
            min={0}
            max={days.length - 1}
            value={index}
            aria-label="Day"
            aria-valuetext={`${utcDayText(day.date)}: ${AMOUNT.format(day.balance)} USD`}
            onChange={(event) => setChosen(Number(event.target.value))}
            onPointerMove={(event) => {
              const { left, width } = event.currentTarget.getBoundingClientRect();
              const share = Math.max(0, Math.min(1, (event.clientX - left) / width));
              setChosen(Math.round(share * (days.length - 1)));
            }}
            onPointerLeave={() => setChosen(undefined)}
            className="absolute inset-0 size-full cursor-crosshair appearance-none rounded-small bg-transparent opacity-0 focus-visible:opacity-100 [&::-moz-range-thumb]:opacity-0 [&::-webkit-slider-thumb]:opacity-0"
          />
        </div>
        <div aria-hidden="true" className="relative h-40 w-10 text-small text-quiet tabular-nums">
          {shape.ticks.map(({ value, y }) => (
            <span key={value} style={{ top: `${y}%` }} className="absolute -translate-y-1/2">
              {COMPACT.format(value)}
            </span>
          ))}
        </div>
      </div>
    </figure>
  );
}
