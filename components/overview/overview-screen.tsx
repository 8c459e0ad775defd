"use client";

import dynamic from "next/dynamic";
import { useAddress } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { ErrorPanel } from "@/components/ui/error-panel";
import { PageHeader } from "@/components/ui/page-header";
import { useZone } from "@/components/ui/use-zone";
import { toApiError } from "@/lib/api/client/api-error";
import { Actions } from "./actions";
import { Counts } from "./counts";
import { MoneyFlow } from "./money-flow";
import { Notices } from "./notices";
import { OverviewLoading } from "./overview-loading";
import { Panels } from "./panels";
import { periodOf } from "./period";
import { PeriodChoice } from "./period-choice";
import { type Overview, useOverview } from "./queries";

// Both are rendered by the server and loaded after the page: below the numbers, and gone once everything is done.
const Checklist = dynamic(() => import("./checklist").then(({ Checklist }) => Checklist));
const RecentActivity = dynamic(() =>
  import("./recent-activity").then(({ RecentActivity }) => RecentActivity),
);

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

function CountsOf({ cards, users }: Pick<Overview, "cards" | "users">) {
  return (
    <div className="flex flex-col gap-6">
      <Counts
        title="Cards"
        href="/cards"
        total={cards.total}
        parts={[
          {
            word: "Active",
            count: cards.active,
            colour: "bg-settled",
            href: "/cards?status=active",
          },
          {
            word: "Frozen",
            count: cards.frozen,
            colour: "bg-attention",
            href: "/cards?status=frozen",
          },
          {
            word: "Terminated",
            count: cards.terminated,
            colour: "bg-line-strong",
            href: "/cards?status=terminated",
          },
        ]}
      />
      <Counts
        title="Users"
        href="/users"
        total={users.total}
        parts={[
          {
            word: "Approved",
            count: users.approved,
            colour: "bg-settled",
            href: "/users?status=approved",
          },
          {
            word: "Pending",
            count: users.pending + users.pending_kyc,
            colour: "bg-waiting",
            href: "/users?status=pending,pending_kyc",
          },
          {
            word: "Denied",
            count: users.denied,
            colour: "bg-failed",
            href: "/users?status=denied",
          },
        ]}
      />
    </div>
  );
}

function Standing({ overview }: { overview: Overview }) {
  const { wallet, cards, users, moneyIn, moneyOut, notices, steps, period } = overview;
  const isDone = (name: string) => steps.some(({ step, done }) => step === name && done);
  // Before the first card there is nothing to draw.
  const isNew = cards.total === 0;
  const isSetUp = isDone("first_purchase");
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="min-w-0 space-y-8">
        {!isSetUp && <Checklist steps={steps} />}
        <Balance wallet={wallet} />
        <div className="lg:hidden">
          <Notices notices={notices} />
        </div>
        {!isNew && (
          <div className="space-y-4">
            <PeriodChoice />
            <Panels overview={overview} />
          </div>
        )}
        {isDone("fund_wallet") && (
          <MoneyFlow moneyIn={moneyIn} moneyOut={moneyOut} period={period} />
        )}
        <RecentActivity />
      </div>
      <div className="space-y-8">
        <div className="max-lg:hidden">
          <Notices notices={notices} />
        </div>
        {isSetUp && <Checklist steps={steps} />}
        {users.total > 0 && <CountsOf cards={cards} users={users} />}
      </div>
    </div>
  );
}

/** The overview page: state of the partner and notices. */
export function OverviewScreen({ drawnIn }: { drawnIn: string }) {
  const { params } = useAddress();
  const overview = useOverview(useZone(drawnIn), periodOf(params));
  return (
    <div className="space-y-6">
      <PageHeader title="Overview" actions={<Actions />} />
      {overview.isPending && <OverviewLoading />}
      {overview.isError && !overview.data && (
        <ErrorPanel
          title="The overview could not be loaded"
          failure={toApiError(overview.error)}
          onRetry={() => overview.refetch()}
        />
      )}
      {overview.data && (
        <div className={overview.isPlaceholderData ? "opacity-60" : undefined}>
          <Standing overview={overview.data} />
        </div>
      )}
    </div>
  );
}
