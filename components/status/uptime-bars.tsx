import type { ShownState, StatusRange } from "@/lib/operations/status/service-status";

const FILLS: Record<ShownState, string> = {
  up: "fill-settled",
  degraded: "fill-attention",
  down: "fill-failed",
  unknown: "fill-line",
};
/** The height says the state too, not the color alone. */
const HEIGHTS: Record<ShownState, number> = { up: 24, degraded: 15, down: 8, unknown: 2 };
const PERCENT = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 2 });

/** Rounds down, so that 100 % means that no sample was down. */
const percent = (share: number) => PERCENT.format(Math.floor(share * 10_000) / 10_000);

interface UptimeBarsProps {
  name: string;
  /** `24 hours` or `7 days`. */
  range: string;
  /** The length of a bar in words: `hour`. */
  barWord: string;
  value: StatusRange;
}

/** The states of one component over a range, with the share of samples in which it was not down. */
export function UptimeBars({ name, range, barWord, value: { bars, uptime } }: UptimeBarsProps) {
  const count = (state: ShownState) => bars.filter((bar) => bar.state === state).length;
  const inWords = `${count("up")} operational, ${count("degraded")} degraded, ${count("down")} down, ${count("unknown")} without data`;
  const shown = uptime === undefined ? "No data" : `${percent(uptime)} uptime`;
  return (
    <figure className="min-w-0 space-y-1">
      <svg
        role="img"
        aria-label={`${name}, last ${range}, each bar ${barWord}: ${inWords}`}
        viewBox={`0 0 ${bars.length * 4} 24`}
        preserveAspectRatio="none"
        className="h-6 w-full"
      >
        {bars.map(({ at, state }, index) => (
          <rect
            key={at}
            x={index * 4}
            width={3}
            y={24 - HEIGHTS[state]}
            height={HEIGHTS[state]}
            className={FILLS[state]}
          />
        ))}
      </svg>
      <figcaption className="flex justify-between gap-3 text-small text-quiet">
        <span>Last {range}</span>
        <span className="tabular-nums">{shown}</span>
      </figcaption>
    </figure>
  );
}
