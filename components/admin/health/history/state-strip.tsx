"use client";

import { useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { TimeSlider } from "@/components/ui/day-chart/time-slider";
import { minuteText } from "@/components/ui/instant";
import { Time } from "@/components/ui/time";
import { useClock } from "@/components/ui/use-now";
import { type Point, uptimeOf } from "./slots";

const FILLS: Record<Point["state"], string> = {
  up: "fill-settled",
  degraded: "fill-attention",
  down: "fill-failed",
};
/** The height tells the state too, not the color alone. */
const HEIGHTS: Record<Point["state"], number> = { up: 20, degraded: 12, down: 6 };
const PERCENT = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 1 });

/** Describes the intervals in words, for screen readers. */
function inWords(slots: readonly (Point | undefined)[]): string {
  const count = (state: Point["state"]) => slots.filter((slot) => slot?.state === state).length;
  const gaps = slots.filter((slot) => slot === undefined).length;
  return `${count("up")} intervals up, ${count("degraded")} degraded, ${count("down")} down, ${gaps} without data`;
}

interface StateStripProps {
  name: string;
  /** The beginnings of the intervals, oldest first. */
  times: readonly string[];
  slots: readonly (Point | undefined)[];
}

/** The bars of the intervals. A slider over them selects one, which a text above shows with its time. */
function Bars({ name, times, slots }: StateStripProps) {
  const [chosen, setChosen] = useState<number>();
  const clock = useClock();
  const index = Math.min(chosen ?? slots.length - 1, slots.length - 1);
  const text = `${minuteText(times[index] ?? "", clock)}: ${slots[index]?.state ?? "no data"}`;
  const share = (index + 0.5) / slots.length;
  return (
    <div className="relative max-sm:order-last max-sm:col-span-2">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${slots.length * 4} 20`}
        preserveAspectRatio="none"
        className="h-5 w-full"
      >
        {slots.map((slot, place) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the place in the range is the identity of an interval
            key={place}
            x={place * 4}
            width={3}
            y={slot ? 20 - HEIGHTS[slot.state] : 18}
            height={slot ? HEIGHTS[slot.state] : 2}
            className={classNames(
              slot ? FILLS[slot.state] : "fill-line",
              chosen !== undefined && place !== chosen && "opacity-50",
            )}
          />
        ))}
      </svg>
      <TimeSlider
        label={`${name} by time`}
        count={slots.length}
        index={index}
        text={text}
        hasAreas
        onChoose={setChosen}
        className="-inset-y-2 h-9"
      />
      {chosen !== undefined && (
        <span
          aria-hidden="true"
          style={{ left: `${share * 100}%` }}
          className={classNames(
            "pointer-events-none absolute bottom-full z-10 mb-1 rounded-small border border-line-strong bg-surface px-2 py-0.5 text-small whitespace-nowrap tabular-nums",
            share >= 0.5 && "-translate-x-full",
          )}
        >
          {text}
        </span>
      )}
    </div>
  );
}

/** The state of one component in each interval, and the share in which it was available. */
export function StateStrip({ name, times, slots }: StateStripProps) {
  const points = slots.filter((slot) => slot !== undefined);
  const uptime = uptimeOf(points);
  const bad = points.findLast(({ state }) => state !== "up");
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-2 sm:grid-cols-[10rem_minmax(0,1fr)_4rem]">
      <span>
        {name}
        <span className="sr-only">: {inWords(slots)}</span>
        {bad && (
          <span className="block text-small text-quiet">
            {bad.state} <Time instant={bad.at} />
          </span>
        )}
      </span>
      <Bars name={name} times={times} slots={slots} />
      <span className="text-right text-small tabular-nums">
        {uptime === undefined ? "–" : PERCENT.format(uptime)}
      </span>
    </li>
  );
}
