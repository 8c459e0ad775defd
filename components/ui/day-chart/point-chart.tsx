"use client";

import { useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { ChartDrawing } from "./chart-drawing";
import { type ChartShape, chartShape } from "./chart-shape";
import { TimeSlider } from "./time-slider";

const COMPACT = new Intl.NumberFormat("en-US", { notation: "compact" });

interface PointChartProps {
  /** What the slider selects from: `Card spend by day`. */
  label: string;
  look: "bars" | "line";
  /** The values, oldest first; a gap is undefined. */
  values: readonly (number | undefined)[];
  /** The time and the value of a point: `21 Nov: 61.30 USD`. */
  textOf: (index: number) => string;
  /** The times of the first and of the last point. */
  ends: readonly [string, string];
  /** Opens what a point consists of. */
  onOpen?: ((index: number) => void) | undefined;
  unit?: string;
}

interface EndsProps {
  ends: readonly [string, string];
  /** The chosen point: its text, and its place from 0 to 1. */
  chosen: { text: string; share: number } | undefined;
}

/** The times of the first and the last point, or the chosen one with its value. */
function Ends({ ends, chosen }: EndsProps) {
  const names = chosen ? "invisible" : undefined;
  return (
    <div
      aria-hidden="true"
      className="relative mr-11 flex justify-between pt-1 text-small text-quiet tabular-nums"
    >
      <span className={names}>{ends[0]}</span>
      <span className={names}>{ends[1]}</span>
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

/** The values of the grid lines, at the right of the drawing. */
function Axis({ ticks, unit }: { ticks: ChartShape["ticks"]; unit: string }) {
  return (
    <div aria-hidden="true" className="relative h-28 w-9 text-small text-quiet tabular-nums">
      {ticks.map(({ value, y }) => (
        <span key={value} style={{ top: `${y}%` }} className="absolute -translate-y-1/2">
          {COMPACT.format(value)}
          {unit}
        </span>
      ))}
    </div>
  );
}

/**
 * A chart of values at equal distances of time, with an axis. A slider over the drawing selects a value by pointer, touch or
 * arrow keys and announces it with its time. A click of the mouse or Enter opens what the value consists of, if anything.
 */
export function PointChart(props: PointChartProps) {
  const { label, look, values, textOf, ends, onOpen, unit = "" } = props;
  const [chosen, setChosen] = useState<number>();
  const shape = chartShape(values);
  const last = values.length - 1;
  const index = Math.min(chosen ?? last, last);
  const point = shape.points[index];
  return (
    <div className="space-y-1">
      <div className="flex gap-2">
        <div className="relative h-28 min-w-0 flex-1">
          <ChartDrawing shape={shape} look={look} chosen={chosen ?? -1} />
          {look === "line" && point?.y !== undefined && (
            <span
              aria-hidden="true"
              style={{ left: `${point.x}%`, top: `${point.y}%` }}
              className="absolute size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-ground bg-accent"
            />
          )}
          <TimeSlider
            label={label}
            count={values.length}
            index={index}
            text={textOf(index)}
            hasAreas={look === "bars"}
            onChoose={setChosen}
            onOpen={onOpen && (() => onOpen(index))}
            className="inset-y-0 h-full"
          />
        </div>
        <Axis ticks={shape.ticks} unit={unit} />
      </div>
      <Ends
        ends={ends}
        chosen={
          chosen === undefined
            ? undefined
            : { text: textOf(index), share: (index + 0.5) / values.length }
        }
      />
    </div>
  );
}
