import { Amount } from "@/components/ui/amount";
import { useCardShortfall } from "./queries";
import { recoveryOf } from "./sums";

/** Says how much of a funding recovers the card's shortfall. `amount` in micro-USD. */
export function RecoveryNote({ serviceCardId, amount }: { serviceCardId: string; amount: bigint }) {
  const { data } = useCardShortfall(serviceCardId);
  if (!data || data.amount === 0) return null;
  const { recoveredUsd, addedUsd } = recoveryOf(data.amount, amount);
  return (
    <p className="text-small" aria-live="polite">
      {amount > 0n ? (
        <>
          <Amount value={recoveredUsd} /> of it recovers the card’s shortfall.{" "}
          <Amount value={addedUsd} /> is added to the card’s balance.
        </>
      ) : (
        <>
          The card’s shortfall of <Amount value={data.amount} /> is recovered first.
        </>
      )}
    </p>
  );
}
