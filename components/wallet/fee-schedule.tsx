"use client";

import { Amount } from "@/components/ui/amount";
import { Facts } from "@/components/ui/facts";
import { ListState } from "@/components/ui/list-state";
import { toApiError } from "@/lib/api/client/api-error";
import { useTerms } from "./queries";

const percentText = (percent: number) => `${percent.toLocaleString("en-US")}%`;

/** A fee with a flat part and a share of the amount. */
function Fee({ flat, percent = 0 }: { flat: number; percent?: number }) {
  if (flat === 0 && percent === 0) return "Free";
  if (flat === 0) return percentText(percent);
  return (
    <>
      <Amount value={flat} />
      {percent > 0 && ` + ${percentText(percent)}`}
    </>
  );
}

/** What the partner pays for each operation. */
export function FeeSchedule() {
  const { data, error, isPending, refetch } = useTerms();
  return (
    <section aria-labelledby="fees" className="space-y-3">
      <h2 id="fees" className="font-semibold">
        Fees
      </h2>
      <ListState
        what="fees"
        isPending={isPending}
        failure={data ? undefined : toApiError(error)}
        onRetry={() => refetch()}
      />
      {data && (
        <Facts
          facts={[
            ["Identity verification, per user", <Fee key="kyc" flat={data.fees.kycFee} />],
            ["Card creation", <Fee key="card" flat={data.fees.cardCreationFee} />],
            [
              "Card funding",
              <Fee
                key="funding"
                flat={data.fees.fundingFee}
                percent={data.fees.fundingFeePercent}
              />,
            ],
            ["Card withdrawal", <Fee key="back" flat={data.fees.cardWithdrawalFee} />],
            [
              "Purchase in another currency than USD",
              <Fee key="fx" flat={0} percent={data.fees.crossBorderFeePercent} />,
            ],
            ["Withdrawal to a chain", <Fee key="out" flat={data.fees.withdrawalFee} />],
          ]}
        />
      )}
      <p className="text-small text-quiet">
        Purchase fees are charged to the card. Withdrawal fees are deducted from the amount that
        arrives. Other fees are charged to the wallet.
      </p>
    </section>
  );
}
