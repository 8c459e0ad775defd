const WIDTH = 100;
const HEIGHT = 40;

interface LineChartProps {
  title: string;
  /** The values of the intervals, oldest first; a gap is undefined. */
  values: readonly (number | undefined)[];
  format: (value: number) => string;
}

/** Returns a path that is interrupted at gaps. A point between two gaps is drawn as a short line. */
function pathOf(values: readonly (number | undefined)[], top: number): string {
  const step = WIDTH / Math.max(values.length - 1, 1);
  let isDrawing = false;
  const parts = values.map((value, index) => {
    if (value === undefined) {
      isDrawing = false;
      return "";
    }
    const place = `${(index * step).toFixed(2)},${(HEIGHT - (value / top) * HEIGHT).toFixed(2)}`;
    const part = isDrawing ? `L${place}` : `M${place} h0.6`;
    isDrawing = true;
    return part;
  });
  return parts.join(" ");
}

/** A small chart of one measure, with its last and its highest value in words. */
export function LineChart({ title, values, format }: LineChartProps) {
  const known = values.filter((value) => value !== undefined);
  const last = known.at(-1);
  const highest = Math.max(...known, 0);
  return (
    <figure className="space-y-1 border-t border-line pt-3">
      <figcaption className="flex items-baseline justify-between gap-3 text-small">
        <span className="min-w-0 truncate">{title}</span>
        <span className="whitespace-nowrap font-medium tabular-nums">
          {last === undefined ? "no data" : format(last)}
        </span>
      </figcaption>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-12 w-full overflow-visible"
      >
        <line x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} className="stroke-line" />
        <path
          d={pathOf(values, highest || 1)}
          fill="none"
          strokeWidth="1.5"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
          className="stroke-accent"
        />
      </svg>
      <p className="text-small text-quiet tabular-nums">
        {known.length === 0 ? "No samples in this range" : `Highest ${format(highest)}`}
      </p>
    </figure>
  );
}
