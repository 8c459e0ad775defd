"use client";

import { Amount } from "@/components/ui/amount";
import { Sum } from "@/components/ui/sum";
import { useBalance, useTerms } from "./queries";
import { withdrawalSum } from "./withdrawal-sum";

/** The limits of an amount, beside its field before the mistake. */
export function AmountHint() {
  const minUsd = useTerms().data?.limits.withdrawal.min;
  const balance = useBalance().data;
  return (
    <>
      {minUsd !== undefined && `Minimum ${minUsd} USD. `}
      {balance && (
        <>
          Available: <Amount value={balance.availableBalance} />.
        </>
      )}
    </>
  );
}

/** The amount that arrives, and the balance that remains in the wallet. `amount` in micro-USD. */
export function WithdrawalBreakdown({ amount }: { amount: bigint }) {
  const balance = useBalance();
  const terms = useTerms();
  const sum =
    terms.data && balance.data
      ? withdrawalSum(terms.data, balance.data.availableBalance, amount)
      : undefined;
  return (
    <>
      <Sum lines={sum?.arrives} isMissing={terms.isError || balance.isError} />
      {sum && <Sum lines={sum.wallet} />}
    </>
  );
}
