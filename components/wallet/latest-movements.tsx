"use client";

import { Amount } from "@/components/ui/amount";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Link } from "@/components/ui/link";
import { SkeletonTwoLines } from "@/components/ui/skeleton-two-lines";
import { Time } from "@/components/ui/time";
import { toApiError } from "@/lib/api/client/api-error";
import { WALLET_WORDS } from "@/lib/wallet/words";
import { useLatestMovements } from "./queries";

/** The latest transactions of the wallet, with a link to all of them. */
export function LatestMovements() {
  const { data, error, refetch } = useLatestMovements();
  const transactions = data?.transactions;
  return (
    <section className="space-y-2">
      <h2 className="flex items-baseline justify-between gap-4 font-semibold">
        Latest transactions
        <Link
          href="/transactions?of=wallet"
          className="text-small font-normal text-accent underline underline-offset-4"
        >
          All transactions
        </Link>
      </h2>
      {error && !data && (
        <ErrorPanel
          title="The latest transactions could not be loaded"
          failure={toApiError(error)}
          onRetry={() => refetch()}
        />
      )}
      {!data && !error && <SkeletonTwoLines count={6} label="Loading the latest transactions" />}
      {transactions?.length === 0 && <p className="text-small text-quiet">No transactions yet.</p>}
      {transactions && transactions.length > 0 && (
        <ul className="divide-y divide-line border-y border-line text-small">
          {transactions.map(({ _id, category, narration, amount, type, createdAt }) => (
            <li key={_id} className="flex min-h-11 items-center justify-between gap-4 py-1.5">
              <span className="min-w-0">
                <Link
                  href={`/transactions/${_id}?of=wallet`}
                  className="block font-medium hover:underline"
                >
                  {WALLET_WORDS[category][0]}
                </Link>
                <span className="flex gap-1 text-quiet">
                  {category !== "kyc_fee" && (
                    <>
                      <span className="truncate">{narration}</span>
                      <span aria-hidden="true">·</span>
                    </>
                  )}
                  <span className="shrink-0">
                    <Time instant={createdAt} />
                  </span>
                </span>
              </span>
              <Amount value={amount} direction={type === "credit" ? "in" : "out"} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
