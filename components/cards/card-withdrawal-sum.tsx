"use client";

import { Amount } from "@/components/ui/amount";
import { Sum } from "@/components/ui/sum";
import { useBalance, useTerms } from "./queries";
import { cardWithdrawalSum } from "./sums";

/** Shows the net amount of a card withdrawal, and the balances of card and wallet afterwards. `amount` in micro-USD. */
export function CardWithdrawalSum({ cardUsd, amount }: { cardUsd: number; amount: bigint }) {
  const balance = useBalance();
  const terms = useTerms();
  const walletUsd = balance.data?.availableBalance;
  const sum =
    terms.data && walletUsd !== undefined
      ? cardWithdrawalSum(terms.data, { cardUsd, walletUsd }, amount)
      : undefined;
  return (
    <>
      <Sum lines={sum?.lines} isMissing={terms.isError || balance.isError} />
      {sum && (
        <p className="text-small text-quiet">
          New balances: card <Amount value={sum.cardAfterUsd} />, wallet{" "}
          <Amount value={sum.walletAfterUsd} />.
        </p>
      )}
    </>
  );
}
