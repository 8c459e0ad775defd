"use client";

import { Amount } from "@/components/ui/amount";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Skeleton } from "@/components/ui/skeleton";
import { toApiError } from "@/lib/api/client/api-error";
import { BalanceChart } from "./balance-chart";
import { Checklist } from "./checklist";
import { Counts } from "./counts";
import { MoneyFlow } from "./money-flow";
import { Notices } from "./notices";
import { type Overview, useOverview } from "./queries";
import { RecentActivity } from "./recent-activity";
import { useZone } from "./use-zone";

function Balance({ wallet }: Pick<Overview, "wallet">) {
  const { availableBalance, depositsConfirming, pendingWithdrawals } = wallet;
  return (
    <div className="space-y-1">
      <p className="text-small text-quiet">Wallet balance</p>
      <p className="text-large font-semibold">
        <Amount value={availableBalance} />
      </p>
      <p className="flex flex-wrap gap-x-5 text-small text-quiet">
        {depositsConfirming > 0 && (
          <span>
            <Amount value={depositsConfirming} direction="in" /> confirming
          </span>
        )}
        {pendingWithdrawals > 0 && (
          <span>
            <Amount value={pendingWithdrawals} /> pending withdrawals (already deducted)
          </span>
        )}
      </p>
    </div>
  );
}

function Standing({ overview }: { overview: Overview }) {
  const { wallet, days, cards, users, moneyIn, moneyOut, notices, steps } = overview;
  // A new partner has no other data yet, so on a phone the steps come before the numbers.
  const isNew = cards.total === 0;
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="min-w-0 space-y-8">
        <Balance wallet={wallet} />
        <div className="space-y-8 lg:hidden">
          <Notices notices={notices} />
          {isNew && <Checklist steps={steps} />}
        </div>
        <BalanceChart days={days} />
        <MoneyFlow moneyIn={moneyIn} moneyOut={moneyOut} />
        <div className="flex flex-col gap-6 sm:flex-row">
          <Counts
            title="Cards"
            href="/cards"
            total={cards.total}
            parts={[
              { word: "Active", count: cards.active, colour: "bg-settled" },
              { word: "Frozen", count: cards.frozen, colour: "bg-attention" },
              { word: "Terminated", count: cards.terminated, colour: "bg-line-strong" },
            ]}
          />
          <Counts
            title="Users"
            href="/users"
            total={users.total}
            parts={[
              { word: "Approved", count: users.approved, colour: "bg-settled" },
              { word: "Pending", count: users.pending + users.pending_kyc, colour: "bg-waiting" },
              { word: "Denied", count: users.denied, colour: "bg-failed" },
            ]}
          />
        </div>
        <RecentActivity />
      </div>
      <div className="space-y-8">
        <div className="max-lg:hidden">
          <Notices notices={notices} />
        </div>
        <div className={isNew ? "max-lg:hidden" : undefined}>
          <Checklist steps={steps} />
        </div>
      </div>
    </div>
  );
}

/** The overview page: state of the partner and notices. */
export function OverviewScreen({ drawnIn }: { drawnIn: string }) {
  const overview = useOverview(useZone(drawnIn));
  return (
    <>
      <h1 tabIndex={-1} className="sr-only">
        Overview
      </h1>
      {overview.isPending && (
        <div role="status" className="space-y-8">
          <span className="sr-only">Loading the overview</span>
          <Skeleton className="h-16 w-60" />
          <Skeleton className="h-44" />
          <Skeleton className="h-40" />
        </div>
      )}
      {overview.isError && !overview.data && (
        <ErrorPanel
          title="The overview could not be loaded"
          failure={toApiError(overview.error)}
          onRetry={() => overview.refetch()}
        />
      )}
      {overview.data && <Standing overview={overview.data} />}
    </>
  );
}
