import { exactText } from "@/components/ui/instant";
import { useClock } from "@/components/ui/use-now";
import type { WebhookStatistics } from "./queries";

type Step = WebhookStatistics["steps"][number];

const BAR_PERCENT = 70;

interface BarsProps {
  steps: readonly Step[];
  /** The height of a step's parts, from the bottom up, with the class of their colour. */
  partsOf: (step: Step) => readonly { value: number; className: string }[];
}

/** A bar for each step, as a drawing; the numbers are in the table beside it. */
export function Bars({ steps, partsOf }: BarsProps) {
  const drawn = steps.map(partsOf);
  const sums = drawn.map((parts) => parts.reduce((sum, { value }) => sum + value, 0));
  const max = Math.max(...sums, 1);
  const width = 100 / steps.length;
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="h-16 w-full border-b border-line"
    >
      {drawn.map((parts, index) => {
        let below = 0;
        return parts.map(({ value, className }) => {
          const height = (value / max) * 100;
          below += height;
          return (
            <rect
              key={`${steps[index]?.from} ${className}`}
              x={index * width}
              y={100 - below}
              width={(width * BAR_PERCENT) / 100}
              height={height}
              className={className}
            />
          );
        });
      })}
    </svg>
  );
}

/** The numbers of the bars for readers who cannot see them: the steps with attempts. */
export function StepsTable({ steps }: { steps: readonly Step[] }) {
  const clock = useClock();
  return (
    // The wrapper is hidden, because a table is never narrower than its text.
    <div className="sr-only">
      <table>
        <caption>Delivery attempts by time</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">Attempts</th>
            <th scope="col">Succeeded</th>
            <th scope="col">Median</th>
            <th scope="col">95th percentile</th>
          </tr>
        </thead>
        <tbody>
          {steps
            .filter(({ attempts }) => attempts > 0)
            .map(({ from, attempts, succeeded, medianMs, p95Ms }) => (
              <tr key={from}>
                <th scope="row">{exactText(from, clock)}</th>
                <td>{attempts}</td>
                <td>{succeeded}</td>
                <td>{medianMs} ms</td>
                <td>{p95Ms} ms</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
