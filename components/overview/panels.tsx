import { Amount } from "@/components/ui/amount";
import { DaySeries, usdText } from "@/components/ui/day-chart/day-series";
import { Link } from "@/components/ui/link";
import { AUTHORIZATION_KINDS } from "@/lib/cards/transaction-words";
import { drawnDays, hasActivity } from "./drawn-days";
import { Panel } from "./panel";
import { changeText, pointsText } from "./period";
import { cardPlace, issuedPlace, walletPlace } from "./places";
import type { Overview } from "./queries";

const countText = (value: number) => value.toLocaleString("en-US");
/** The decimal is always shown, so that "94.0%" and "94.2%" have the same width and precision. */
const percentText = (value: number) =>
  `${value.toLocaleString("en-US", { minimumFractionDigits: 1 })}%`;

interface Decisions {
  approved: number;
  declined: number;
}

/** The share of approved authorizations in percent, to one decimal; 0 without any. */
function approvalRate({ approved, declined }: Decisions): number {
  const all = approved + declined;
  return all === 0 ? 0 : Math.round((approved / all) * 1_000) / 10;
}

/** As many as are as high as a chart. */
const SHOWN_REASONS = 5;

function DeclineReasons({ declines, period }: Pick<Overview, "declines" | "period">) {
  const most = declines[0]?.count ?? 0;
  const more = declines.length - SHOWN_REASONS;
  if (most === 0) return <p className="text-small text-quiet">Nothing in this period.</p>;
  return (
    <ul className="space-y-1 text-small">
      {declines.slice(0, SHOWN_REASONS).map(({ reason, count }) => (
        <li key={reason}>
          <Link
            href={cardPlace(period, { status: "declined", declinedReason: reason })}
            className="group flex flex-col gap-1 py-1"
          >
            <span className="flex justify-between gap-4">
              <span className="first-letter:uppercase group-hover:underline">{reason}</span>
              <span className="tabular-nums">{countText(count)}</span>
            </span>
            <span aria-hidden="true" className="h-2 rounded-small bg-sunken">
              <span
                style={{ width: `${(count / most) * 100}%` }}
                className="block h-2 rounded-small bg-failed"
              />
            </span>
          </Link>
        </li>
      ))}
      {more > 0 && (
        <li>
          <Link
            href={cardPlace(period, { status: "declined" })}
            className="inline-flex min-h-6 items-center text-quiet hover:text-text hover:underline"
          >
            {more} more {more === 1 ? "reason" : "reasons"}
          </Link>
        </li>
      )}
    </ul>
  );
}

function CardSpend({ overview }: { overview: Overview }) {
  const { spending, before, period, days } = overview;
  const purchases = { kind: AUTHORIZATION_KINDS, status: "authorized,settled" };
  return (
    <Panel
      days={days.length}
      title="Card spend"
      value={<Amount value={spending.spend} />}
      href={cardPlace(period, purchases)}
      change={changeText(spending.spend, before.spend)}
      beforeText={hasActivity(before) && usdText(before.spend)}
    >
      <DaySeries
        label="Card spend"
        days={days}
        period={period}
        amountOf={({ spend }) => spend}
        textOf={usdText}
        hrefOf={(span) => cardPlace(span, purchases)}
      />
      {(spending.refunds > 0 || spending.fxFees > 0) && (
        <p className="flex flex-wrap gap-x-4 text-small text-quiet">
          <Link href={cardPlace(period, { kind: "refund" })} className="hover:underline">
            Refunds <Amount value={spending.refunds} />
          </Link>
          <Link href={cardPlace(period, { kind: "fx_fee" })} className="hover:underline">
            FX fees <Amount value={spending.fxFees} />
          </Link>
        </p>
      )}
    </Panel>
  );
}

function ApprovalRate({ overview }: { overview: Overview }) {
  const { spending, before, period, days } = overview;
  const purchases = { kind: AUTHORIZATION_KINDS };
  return (
    <Panel
      days={days.length}
      title="Approval rate"
      value={
        spending.approved + spending.declined === 0 ? "–" : percentText(approvalRate(spending))
      }
      href={cardPlace(period, purchases)}
      change={
        before.approved + before.declined === 0
          ? undefined
          : pointsText(approvalRate(spending), approvalRate(before))
      }
      beforeText={
        hasActivity(before) &&
        (before.approved + before.declined === 0
          ? "No authorizations"
          : percentText(approvalRate(before)))
      }
    >
      <DaySeries
        label="Approval rate"
        days={days}
        period={period}
        amountOf={approvalRate}
        textOf={percentText}
        hrefOf={(span) => cardPlace(span, purchases)}
        unit="%"
      />
    </Panel>
  );
}

function Declines({ overview }: { overview: Overview }) {
  const { spending, before, period, days, declines } = overview;
  return (
    <Panel
      days={days.length}
      title="Declines"
      value={countText(spending.declined)}
      href={cardPlace(period, { status: "declined" })}
      change={changeText(spending.declined, before.declined)}
      beforeText={hasActivity(before) && countText(before.declined)}
    >
      <DeclineReasons declines={declines} period={period} />
    </Panel>
  );
}

function CardsIssued({ overview }: { overview: Overview }) {
  const { spending, before, period, days } = overview;
  return (
    <Panel
      days={days.length}
      title="Cards issued"
      value={countText(spending.cardsIssued)}
      href={issuedPlace(period)}
      change={changeText(spending.cardsIssued, before.cardsIssued)}
      beforeText={hasActivity(before) && countText(before.cardsIssued)}
    >
      <DaySeries
        label="Cards issued"
        days={days}
        period={period}
        amountOf={({ cardsIssued }) => cardsIssued}
        textOf={countText}
        hrefOf={issuedPlace}
      />
    </Panel>
  );
}

function WalletBalance({ overview }: { overview: Overview }) {
  const { before, period, days, wallet } = overview;
  const balance = period.isCurrent ? wallet.availableBalance : (days.at(-1)?.balance ?? 0);
  return (
    <div className="grid sm:col-span-2">
      <Panel
        days={days.length}
        title="Wallet balance"
        value={<Amount value={balance} />}
        href={walletPlace(period)}
        change={changeText(balance, before.balance)}
        beforeText={hasActivity(before) && usdText(before.balance)}
        isOfEnd
      >
        <DaySeries
          label="Wallet balance"
          look="line"
          days={days}
          period={period}
          amountOf={(day) => day.balance}
          textOf={usdText}
          hrefOf={(span) => walletPlace(span)}
        />
      </Panel>
    </div>
  );
}

/** The numbers of the period with their charts, which begin at the first activity of a new partner. */
export function Panels({ overview: whole }: { overview: Overview }) {
  const overview = { ...whole, ...drawnDays(whole) };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <CardSpend overview={overview} />
      <ApprovalRate overview={overview} />
      <Declines overview={overview} />
      <CardsIssued overview={overview} />
      <WalletBalance overview={overview} />
    </div>
  );
}
