import { classNames } from "@/components/ui/class-names";
import { Time } from "@/components/ui/time";
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
  slots: readonly (Point | undefined)[];
}

/** The state of one component in each interval, and the share in which it was available. */
export function StateStrip({ name, slots }: StateStripProps) {
  const points = slots.filter((slot) => slot !== undefined);
  const uptime = uptimeOf(points);
  const bad = points.findLast(({ state }) => state !== "up");
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-2 sm:grid-cols-[10rem_minmax(0,1fr)_4rem]">
      <span>
        {name}
        {bad && (
          <span className="block text-small text-quiet">
            {bad.state} <Time instant={bad.at} />
          </span>
        )}
      </span>
      <svg
        role="img"
        aria-label={`${name}: ${inWords(slots)}`}
        viewBox={`0 0 ${slots.length * 4} 20`}
        preserveAspectRatio="none"
        className="h-5 w-full max-sm:order-last max-sm:col-span-2"
      >
        {slots.map((slot, index) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the place in the range is the identity of an interval
            key={index}
            x={index * 4}
            width={3}
            y={slot ? 20 - HEIGHTS[slot.state] : 18}
            height={slot ? HEIGHTS[slot.state] : 2}
            className={classNames(slot ? FILLS[slot.state] : "fill-line")}
          />
        ))}
      </svg>
      <span className="text-right text-small tabular-nums">
        {uptime === undefined ? "–" : PERCENT.format(uptime)}
      </span>
    </li>
  );
}
