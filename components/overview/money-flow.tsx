import { Amount } from "@/components/ui/amount";
import { Link } from "@/components/ui/link";
import { walletPlace } from "./places";
import type { Overview } from "./queries";

const IN_NAMES = {
  deposit: "Deposits",
  deposit_release: "Held deposits credited",
  card_withdrawal: "Card withdrawals",
  liquidation: "Terminated cards",
  withdrawal_refund: "Refunded withdrawals",
  correction_credit: "Corrections",
} as const;

const OUT_NAMES = {
  card_funding: "Card funding",
  withdrawal: "Withdrawals",
  kyc_fee: "KYC fees",
  card_creation_fee: "Card creation fees",
  funding_fee: "Funding fees",
  correction_debit: "Corrections",
} as const;

interface SideProps {
  title: string;
  direction: "in" | "out";
  total: number;
  parts: readonly (readonly [name: string, value: number, category: string])[];
  period: Overview["period"];
}

function Side({ title, direction, total, parts, period }: SideProps) {
  const type = direction === "in" ? "credit" : "debit";
  const there = parts.filter(([, value]) => value > 0);
  return (
    <section className="min-w-0 flex-1 space-y-2">
      <h2 className="flex items-baseline justify-between gap-4 font-semibold">
        <Link href={walletPlace(period, { type })} className="hover:underline">
          {title}
        </Link>
        <Amount value={total} direction={total > 0 ? direction : undefined} />
      </h2>
      <dl className="divide-y divide-line border-y border-line text-small">
        {there.map(([name, value, category]) => (
          <div key={name} className="flex min-h-9 items-center justify-between gap-4">
            <dt>
              <Link
                href={walletPlace(period, { category })}
                className="text-quiet hover:text-text hover:underline"
              >
                {name}
              </Link>
            </dt>
            <dd>
              <Amount value={value} />
            </dd>
          </div>
        ))}
        {there.length === 0 && (
          <div className="flex min-h-9 items-center text-quiet">
            <dt className="sr-only">Transactions</dt>
            <dd>No transactions in this period.</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** The credits and debits of the wallet in the period. */
export function MoneyFlow({
  moneyIn,
  moneyOut,
  period,
}: Pick<Overview, "moneyIn" | "moneyOut" | "period">) {
  const ins = Object.entries(IN_NAMES) as [keyof typeof IN_NAMES, string][];
  const outs = Object.entries(OUT_NAMES) as [keyof typeof OUT_NAMES, string][];
  return (
    <div className="flex flex-col gap-6 sm:flex-row">
      <Side
        title="Money in"
        direction="in"
        total={moneyIn.total}
        parts={ins.map(([key, name]) => [name, moneyIn[key], key])}
        period={period}
      />
      <Side
        title="Money out"
        direction="out"
        total={moneyOut.total}
        parts={outs.map(([key, name]) => [name, moneyOut[key], key])}
        period={period}
      />
    </div>
  );
}
