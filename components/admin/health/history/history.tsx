"use client";

import { useAddress } from "@/components/ui/address";
import { ErrorPanel } from "@/components/ui/error-panel";
import { FilterChoice } from "@/components/ui/late-filters";
import { SkeletonRows } from "@/components/ui/skeleton";
import { toApiError } from "@/lib/api/client/api-error";
import { type HealthHistory, useHealthHistory } from "../queries";
import { LineChart } from "./line-chart";
import { type Point, slotsOf, timesOf } from "./slots";
import { StateStrip } from "./state-strip";

const NAMES = {
  api: "API",
  webhooks: "Webhooks",
  chains: "Chains",
  card_issuer: "Card issuer",
  identity_provider: "Identity provider",
  payouts: "Payouts",
};
const WEEK = [{ value: "7d", word: "7 days" }];
/** The lengths of the intervals in words, by seconds. */
const INTERVALS: Record<number, string> = { 1800: "30 minutes", 10800: "3 hours" };
const NUMBER = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

const milliseconds = (value: number) => `${NUMBER.format(value)} ms`;
const percent = (value: number) => `${NUMBER.format(value)} %`;
const perMinute = (value: number) => `${NUMBER.format(value)} / min`;
const blocks = (value: number) => `${NUMBER.format(value)} blocks`;

type Slots = readonly (Point | undefined)[];

const succeeded = (slot: Point | undefined) =>
  slot?.total ? (100 * (slot.total - (slot.failed ?? 0))) / slot.total : undefined;

function Charts({ history }: { history: HealthHistory }) {
  const byName = new Map(
    history.components.map(({ component, points }) => [component, slotsOf(history, points)]),
  );
  const of = (component: string): Slots => byName.get(component) ?? slotsOf(history, []);
  const minutes = history.intervalS / 60;
  const times = timesOf(history);
  const named = (prefix: string) => [...byName].filter(([name]) => name.startsWith(prefix));
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {Object.entries(NAMES).map(([component, name]) => (
          <StateStrip key={component} name={name} times={times} slots={of(component)} />
        ))}
      </ul>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        <LineChart
          title="API requests"
          times={times}
          values={of("api").map((slot) => slot?.total && slot.total / minutes)}
          format={perMinute}
        />
        <LineChart
          title="API latency, 95 % below"
          times={times}
          values={of("api").map((slot) => slot?.value)}
          format={milliseconds}
        />
        <LineChart
          title="Webhook attempts that succeeded"
          times={times}
          values={of("webhooks").map(succeeded)}
          format={percent}
          unit="%"
        />
        {named("chain:").map(([name, slots]) => (
          <LineChart
            key={name}
            title={`Lag of ${name.slice("chain:".length)}`}
            times={times}
            values={slots.map((slot) => slot?.value)}
            format={blocks}
          />
        ))}
      </div>
      <details className="space-y-3">
        <summary className="cursor-pointer text-small text-accent">
          Durations of background jobs
        </summary>
        <div className="grid gap-x-8 gap-y-4 pt-3 sm:grid-cols-2 lg:grid-cols-3">
          {named("job:").map(([name, slots]) => (
            <LineChart
              key={name}
              title={jobTitle(name.slice("job:".length), slots)}
              times={times}
              values={slots.map((slot) => slot?.value)}
              format={milliseconds}
            />
          ))}
        </div>
      </details>
    </>
  );
}

/** The name of a job, with the number of intervals in which it failed. */
function jobTitle(name: string, slots: Slots): string {
  const failed = slots.filter((slot) => slot?.state === "down").length;
  return failed === 0 ? name : `${name}, failed in ${failed} of ${slots.length} intervals`;
}

/** The history of the components, the chains and the background jobs over a day or a week. */
export function History() {
  const { params } = useAddress();
  const { data, error, isPending, isPlaceholderData, refetch } = useHealthHistory(params);
  return (
    <section className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold">History</h2>
        <FilterChoice name="range" label="Range" options={WEEK} unchosen="24 hours" />
      </div>
      {isPending && <SkeletonRows label="Loading history" />}
      {error && !data && (
        <ErrorPanel
          title="The history could not be loaded"
          failure={toApiError(error)}
          onRetry={() => refetch()}
        />
      )}
      {data && (
        <div
          aria-busy={isPlaceholderData}
          className={isPlaceholderData ? "space-y-6 opacity-60" : "space-y-6"}
        >
          <Charts history={data} />
          <p className="text-small text-quiet">
            Sampled every 5 minutes. A point covers {INTERVALS[data.intervalS] ?? "an interval"}{" "}
            from its time on. A low bar is down, a middle one degraded; a line without a bar is a
            time without data.
          </p>
        </div>
      )}
    </section>
  );
}
