"use client";

import { useAddress } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { ErrorPanel } from "@/components/ui/error-panel";
import { IdChip } from "@/components/ui/id-chip";
import { Pagination } from "@/components/ui/pagination";
import { SkeletonRows } from "@/components/ui/skeleton";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import { toApiError } from "@/lib/fetch/api-error";
import { type Deposit, useDeposits } from "./queries";

function DepositLine({ deposit }: { deposit: Deposit }) {
  const { status, chain, token, amount, txHash, explorerUrl, createdAt } = deposit;
  const isOnItsWay = status === "confirming";
  return (
    <li className="flex items-center justify-between gap-4 py-2">
      <div className="min-w-0 space-y-0.5">
        <p className="flex flex-wrap items-center gap-x-3">
          <StateWord
            state={isOnItsWay ? "waiting" : "settled"}
            word={
              isOnItsWay
                ? `Confirming, ${deposit.confirmations} of ${deposit.requiredConfirmations}`
                : "Credited"
            }
          />
          <span className="text-quiet">
            <span className="uppercase">{token}</span> on {chain}
            {deposit.serviceCardId && ", to a card"}
          </span>
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-quiet">
          <Time instant={createdAt} />
          <IdChip
            value={txHash}
            label="the transaction hash"
            {...(explorerUrl === undefined ? {} : { href: explorerUrl })}
          />
        </p>
      </div>
      <Amount value={amount} direction="in" />
    </li>
  );
}

/** What is on its way in, and what came. */
export function Deposits() {
  const { params } = useAddress();
  const list = useDeposits(params);
  return (
    <section className="space-y-2">
      <h2 className="font-semibold">Deposits</h2>
      {list.isPending && <SkeletonRows count={4} label="Loading the deposits" />}
      {list.isError && !list.data && (
        <ErrorPanel
          title="The deposits could not be loaded"
          failure={toApiError(list.error)}
          onRetry={() => list.refetch()}
        />
      )}
      {list.data?.pagination.total === 0 && (
        <p className="text-small text-quiet">
          None yet. A deposit appears here as soon as its transaction is in a block, and is credited
          once it is confirmed.
        </p>
      )}
      {list.data && list.data.pagination.total > 0 && (
        <>
          <ul className="divide-y divide-line border-y border-line text-small">
            {list.data.deposits.map((deposit) => (
              <DepositLine key={deposit.id} deposit={deposit} />
            ))}
          </ul>
          <Pagination {...list.data.pagination} />
        </>
      )}
    </section>
  );
}
