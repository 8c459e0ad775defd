"use client";

import { useState } from "react";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Skeleton } from "@/components/ui/skeleton";
import { toApiError } from "@/lib/api/client/api-error";
import { Bars, StepsTable } from "./delivery-bars";
import { type StatisticsPeriod, useWebhookStatistics, type WebhookStatistics } from "./queries";

const PERIODS: readonly { value: StatisticsPeriod; word: string }[] = [
  { value: "day", word: "24 hours" },
  { value: "week", word: "7 days" },
  { value: "month", word: "30 days" },
];

const ofAll = ({ attempts, succeeded }: WebhookStatistics) =>
  attempts === 0 ? "–" : `${((succeeded / attempts) * 100).toFixed(1)} %`;

function Charts({ statistics }: { statistics: WebhookStatistics }) {
  const { steps, attempts, succeeded, p95Ms, isPartial } = statistics;
  return (
    <>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <figure className="space-y-1">
          <figcaption className="flex justify-between gap-3 text-small">
            <span className="text-quiet">
              Successful of {attempts.toLocaleString("en-US")} attempts
            </span>
            <span className="font-medium tabular-nums">{ofAll(statistics)}</span>
          </figcaption>
          <Bars
            steps={steps}
            partsOf={(step) => [
              { value: step.succeeded, className: "fill-settled" },
              { value: step.attempts - step.succeeded, className: "fill-failed" },
            ]}
          />
          <p className="text-small text-quiet">
            {(attempts - succeeded).toLocaleString("en-US")} failed
          </p>
        </figure>
        <figure className="space-y-1">
          <figcaption className="flex justify-between gap-3 text-small">
            <span className="text-quiet">Response time, 95th percentile</span>
            <span className="font-medium tabular-nums">
              {p95Ms === null ? "–" : `${p95Ms.toLocaleString("en-US")} ms`}
            </span>
          </figcaption>
          <Bars
            steps={steps}
            partsOf={(step) => [{ value: step.p95Ms ?? 0, className: "fill-accent" }]}
          />
          {isPartial && <p className="text-small text-quiet">Of the latest attempts only</p>}
        </figure>
      </div>
      <StepsTable steps={steps} />
    </>
  );
}

/** The success and the response times of the deliveries over time. */
export function DeliveryCharts() {
  const [period, setPeriod] = useState<StatisticsPeriod>("week");
  const { data, error, refetch } = useWebhookStatistics(period);
  return (
    <section className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold">Deliveries</h2>
        <fieldset className="flex gap-1">
          <legend className="sr-only">Period</legend>
          {PERIODS.map(({ value, word }) => (
            <button
              key={value}
              type="button"
              aria-pressed={value === period}
              onClick={() => setPeriod(value)}
              className="min-h-8 rounded-large px-2.5 text-small text-quiet hover:bg-sunken aria-pressed:bg-accent-faint aria-pressed:font-medium aria-pressed:text-accent pointer-coarse:min-h-11"
            >
              {word}
            </button>
          ))}
        </fieldset>
      </div>
      {error && !data && (
        <ErrorPanel
          title="The statistics could not be loaded"
          failure={toApiError(error)}
          onRetry={() => refetch()}
        />
      )}
      {!data && !error && <Skeleton className="h-28" />}
      {data && <Charts statistics={data} />}
    </section>
  );
}
