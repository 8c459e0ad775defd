/** A place in percent from the left and from the top; a value that is not known has no height. */
interface Place {
  x: number;
  y: number | undefined;
}

export interface ChartShape {
  /** Paths of an SVG that is 100 wide and 100 high. Gaps interrupt them. */
  line: string;
  area: string;
  /** The position of each value. */
  points: readonly Place[];
  /** Round values for grid lines, from the bottom. */
  ticks: readonly { value: number; y: number }[];
}

const TICKS = 3;
/** The length of the line of a point between two gaps. */
const DASH = 0.6;

/** Returns 1, 2, 2.5 or 5 times a power of ten, so that a few steps reach `max`. */
function stepFor(max: number): number {
  const rough = max / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10;
  return step * power;
}

/** Returns the runs of points between gaps. */
function runsOf(points: readonly Place[]): { x: number; y: number }[][] {
  const runs: { x: number; y: number }[][] = [];
  let isOpen = false;
  for (const { x, y } of points) {
    if (y !== undefined && isOpen) runs.at(-1)?.push({ x, y });
    else if (y !== undefined) runs.push([{ x, y }]);
    isOpen = y !== undefined;
  }
  return runs;
}

/**
 * Returns the shape of a chart of non-negative values at equal distances, with a baseline of 0. An undefined value is a
 * gap.
 */
export function chartShape(values: readonly (number | undefined)[]): ChartShape {
  const max = Math.max(...values.filter((value) => value !== undefined), 0);
  const step = max > 0 ? stepFor(max) : 1;
  const top = Math.max(step * Math.ceil(max / step), step);
  const yOf = (value: number) => 100 - (value / top) * 100;
  const last = Math.max(values.length - 1, 1);
  const points = values.map((value, index) => ({
    x: (index / last) * 100,
    y: value === undefined ? undefined : yOf(value),
  }));
  const round = (value: number) => Number(value.toFixed(2));
  const runs = runsOf(points).map((run) => {
    const [first, end] = [run[0]?.x ?? 0, run.at(-1)?.x ?? 0];
    const path = run.map(({ x, y }) => `${round(x)},${round(y)}`).join(" L");
    return {
      line: run.length === 1 ? `M${path} h${DASH}` : `M${path}`,
      area: `M${round(first)},100 L${path} L${round(end)},100 Z`,
    };
  });
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => ({
    value: round(index * step),
    y: yOf(index * step),
  }));
  return {
    line: runs.map(({ line }) => line).join(" "),
    area: runs.map(({ area }) => area).join(" "),
    points,
    ticks,
  };
}
