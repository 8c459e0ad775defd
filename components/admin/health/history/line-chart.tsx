import { PointChart } from "@/components/ui/day-chart/point-chart";
import { minuteText } from "@/components/ui/instant";
import { useClock } from "@/components/ui/use-now";

interface LineChartProps {
  title: string;
  /** The beginnings of the intervals, oldest first. */
  times: readonly string[];
  /** The values of the intervals; a gap is undefined. */
  values: readonly (number | undefined)[];
  format: (value: number) => string;
  /** The unit at the values of the axis, where it is short. */
  unit?: string;
}

/** A chart of one measure with its axis, its last and its highest value, and each value with its time. */
export function LineChart({ title, times, values, format, unit }: LineChartProps) {
  const clock = useClock();
  const known = values.filter((value) => value !== undefined);
  const last = known.at(-1);
  const timeAt = (index: number) => minuteText(times.at(index) ?? "", clock);
  const textOf = (index: number) => {
    const value = values[index];
    return `${timeAt(index)}: ${value === undefined ? "no data" : format(value)}`;
  };
  return (
    <figure className="min-w-0 space-y-3 border-t border-line pt-3">
      <figcaption className="flex items-baseline justify-between gap-3 text-small">
        <span className="min-w-0 break-words">{title}</span>
        <span className="whitespace-nowrap font-medium tabular-nums">
          {last === undefined ? "no data" : format(last)}
        </span>
      </figcaption>
      {known.length === 0 ? (
        <p className="text-small text-quiet">No samples in this range</p>
      ) : (
        <>
          <PointChart
            label={`${title} by time`}
            look="line"
            values={values}
            textOf={textOf}
            ends={[timeAt(0), timeAt(-1)]}
            {...(unit !== undefined && { unit })}
          />
          <p className="text-small text-quiet tabular-nums">Highest {format(Math.max(...known))}</p>
        </>
      )}
    </figure>
  );
}
