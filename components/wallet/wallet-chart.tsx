"use client";

import { DaySeries, usdText } from "@/components/ui/day-chart/day-series";
import { ErrorPanel } from "@/components/ui/error-panel";
import type { Failure } from "@/components/ui/failure";
import { Skeleton } from "@/components/ui/skeleton";
import type { WalletOverview } from "./queries";

interface WalletChartProps {
  /** Of the last 30 days; undefined while it loads. */
  overview: WalletOverview | undefined;
  /** Why there is nothing to draw. */
  failure: Failure | undefined;
  onRetry: () => void;
}

/** The balance at the end of each of the last 30 days. */
export function WalletChart({ overview, failure, onRetry }: WalletChartProps) {
  if (failure)
    return <ErrorPanel title="The chart could not be loaded" failure={failure} onRetry={onRetry} />;
  if (!overview) return <Skeleton className="h-50" />;
  return (
    <section className="space-y-2">
      <h2 className="text-small font-medium">Balance, last 30 days</h2>
      <DaySeries
        label="Wallet balance"
        look="line"
        days={overview.days}
        period={overview.period}
        amountOf={({ balance }) => balance}
        textOf={usdText}
        hrefOf={({ from, to }) =>
          `/transactions?${new URLSearchParams({ of: "wallet", from, to })}`
        }
      />
    </section>
  );
}
