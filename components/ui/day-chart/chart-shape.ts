export interface ChartShape {
  /** Paths of an SVG that is 100 wide and 100 high. */
  line: string;
  area: string;
  /** The position of each value, from the left and from the top, in percent. */
  points: readonly { x: number; y: number }[];
  /** Round values for grid lines, from the bottom. */
  ticks: readonly { value: number; y: number }[];
}

const TICKS = 3;

/** Returns 1, 2, 2.5 or 5 times a power of ten, so that a few steps reach `max`. */
function stepFor(max: number): number {
  const rough = max / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10;
  return step * power;
}

/** Returns the shape of a chart of non-negative values at equal distances, with a baseline of 0. */
export function chartShape(values: readonly number[]): ChartShape {
  const max = Math.max(...values, 0);
  const step = max > 0 ? stepFor(max) : 1;
  const top = Math.max(step * Math.ceil(max / step), step);
  const yOf = (value: number) => 100 - (value / top) * 100;
  const last = Math.max(values.length - 1, 1);
  const points = values.map((value, index) => ({ x: (index / last) * 100, y: yOf(value) }));
  const round = (value: number) => Number(value.toFixed(2));
  const line = points.map(({ x, y }) => `${round(x)},${round(y)}`).join(" L");
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => ({
    value: round(index * step),
    y: yOf(index * step),
  }));
  return {
    line: line === "" ? "" : `M${line}`,
    area: line === "" ? "" : `M0,100 L${line} L100,100 Z`,
    points,
    ticks,
  };
}
