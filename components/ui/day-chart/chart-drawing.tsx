import type { ChartShape } from "./chart-shape";

/** The gap between two bars, as a share of the width of one. */
const GAP = 0.25;

function Bars({ points, chosen }: { points: ChartShape["points"]; chosen: number }) {
  const width = 100 / points.length;
  return points.map(({ y = 100 }, index) => (
    <rect
      // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
      key={index}
      x={index * width + (width * GAP) / 2}
      width={width * (1 - GAP)}
      y={Math.min(y, y === 100 ? 100 : 98.5)}
      height={y === 100 ? 0 : Math.max(100 - y, 1.5)}
      className={index === chosen ? "fill-accent-strong" : "fill-accent opacity-70"}
    />
  ));
}

interface ChartDrawingProps {
  shape: ChartShape;
  look: "bars" | "line";
  /** The index of the chosen value. */
  chosen: number;
}

/** The decorative drawing of a chart: grid lines with bars or a line. */
export function ChartDrawing({ shape, look, chosen }: ChartDrawingProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {shape.ticks.map(({ value, y }) => (
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
      {look === "bars" && <Bars points={shape.points} chosen={chosen} />}
      {look === "line" && (
        <>
          <path d={shape.area} className="fill-accent-faint" />
          <path
            d={shape.line}
            fill="none"
            strokeWidth="1.75"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
            className="stroke-accent"
          />
        </>
      )}
    </svg>
  );
}
