"use client";

import { Amount } from "@/components/ui/amount";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Link } from "@/components/ui/link";
import { totalText } from "@/components/ui/page-header";
import { SkeletonTwoLines } from "@/components/ui/skeleton-two-lines";
import { Time } from "@/components/ui/time";
import { toApiError } from "@/lib/api/client/api-error";
import { directionOf, transactionTitle } from "@/lib/cards/transaction-words";
import { CardTransactionState } from "./card-state";
import { useCardTransactions } from "./queries";

/** The number of transactions in the sheet, so that the facts of the card stay near. */
const SHOWN = 6;

/** Latest transactions of a card. */
export function CardTransactions({ serviceCardId }: { serviceCardId: string }) {
  const { data, error, refetch } = useCardTransactions(serviceCardId);
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">Transactions</h3>
      {error && !data && (
        <ErrorPanel
          title="Transactions could not be loaded"
          failure={toApiError(error)}
          onRetry={() => refetch()}
        />
      )}
      {!data && !error && <SkeletonTwoLines count={3} label="Loading transactions" />}
      {data?.transactions.length === 0 && (
        <p className="text-small text-quiet">No transactions yet. Purchases appear here.</p>
      )}
      {data && data.transactions.length > 0 && (
        <ul className="divide-y divide-line border-y border-line text-small">
          {data.transactions.slice(0, SHOWN).map((transaction) => (
            <li
              key={transaction.serviceTransactionId}
              className="flex items-center justify-between gap-3 py-2"
            >
              <span className="min-w-0">
                <Link
                  href={`/transactions/${transaction.serviceTransactionId}`}
                  className="block truncate font-medium underline-offset-4 hover:underline"
                >
                  {transactionTitle(transaction)}
                </Link>
                <span className="flex flex-wrap gap-x-2 text-quiet">
                  <CardTransactionState status={transaction.status} />
                  {transaction.declinedReason && <span>{transaction.declinedReason}</span>}
                  <Time instant={transaction.createdAt} />
                </span>
              </span>
              <span className="text-right tabular-nums">
                <Amount value={transaction.amount} direction={directionOf(transaction)} />
                {transaction.fxFee > 0 && transaction.status !== "declined" && (
                  <span className="block whitespace-nowrap text-quiet">
                    + {transaction.fxFee.toFixed(2)} FX fee
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {data && data.pagination.total > SHOWN && (
        <p className="text-small text-quiet">
          Latest {SHOWN}.{" "}
          <Link
            href={`/transactions?card=${serviceCardId}`}
            className="text-accent underline underline-offset-4"
          >
            View all {totalText(data.pagination)}
          </Link>
        </p>
      )}
    </section>
  );
}
