"use client";

import type { ReactNode } from "react";
import { Amount } from "@/components/ui/amount";
import { DayChart } from "@/components/ui/day-chart/day-chart";
import { usdText } from "@/components/ui/day-chart/day-series";
import { DayTable } from "@/components/ui/day-chart/day-table";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Skeleton } from "@/components/ui/skeleton";
import { toApiError } from "@/lib/api/client/api-error";
import type { ApiData } from "@/lib/api/client/types";
import { usePartnerCardDays } from "./queries";

type CardDays = ApiData<"getPartnerCardDays">;
type Counts = Pick<CardDays, "approved" | "declined">;

const PERCENT = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const percentText = (value: number) => `${PERCENT.format(value)}%`;

/** The share of approved authorizations in percent; undefined without any. */
function approvalRate({ approved, declined }: Counts): number | undefined {
  const all = approved + declined;
  return all === 0 ? undefined : (approved / all) * 100;
}

interface SeriesProps {
  title: string;
  value: ReactNode;
  look: "bars" | "line";
  dates: readonly string[];
  values: readonly (number | undefined)[];
  textOf: (value: number) => string;
  unit?: string;
}

/** One value per day as a chart and as a table, with the value of all days. */
function Series({ title, value, ...series }: SeriesProps) {
  return (
    <div className="space-y-2">
      <p className="flex justify-between gap-4 text-small">
        <span>{title}</span>
        <span className="font-medium tabular-nums">{value}</span>
      </p>
      <DayChart label={title} {...series} />
      <DayTable label={title} {...series} />
    </div>
  );
}

function Charts({ spend, days, ...counts }: CardDays) {
  const dates = days.map(({ date }) => date);
  const rate = approvalRate(counts);
  if (spend === 0 && rate === undefined)
    return <p className="text-small text-quiet">No card transactions in the last 30 days.</p>;
  return (
    <>
      <Series
        title="Card spend"
        value={<Amount value={spend} />}
        look="bars"
        dates={dates}
        values={days.map((day) => day.spend)}
        textOf={usdText}
      />
      <Series
        title="Approval rate"
        value={rate === undefined ? "–" : percentText(rate)}
        look="line"
        dates={dates}
        values={days.map(approvalRate)}
        textOf={percentText}
        unit="%"
      />
    </>
  );
}

/** What a partner's cards spent on each of the last 30 days, and how many authorizations were approved. */
export function PartnerCardDays({ partnerId }: { partnerId: string }) {
  const { data, error, refetch } = usePartnerCardDays(partnerId);
  return (
    <section aria-label="Cards by day" className="space-y-4">
      <h4 className="text-small font-medium text-quiet">Last 30 days, by day in UTC</h4>
      {error && !data && (
        <ErrorPanel
          title="Card spend could not be loaded"
          failure={toApiError(error)}
          onRetry={() => refetch()}
        />
      )}
      {!data && !error && <Skeleton className="h-48" />}
      {data && <Charts {...data} />}
    </section>
  );
}
