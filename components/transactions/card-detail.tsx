import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { Amount } from "@/components/ui/amount";
import { countryName } from "@/components/ui/country-name";
import { ExplainedAmount } from "@/components/ui/explained-amount";
import { Facts } from "@/components/ui/facts";
import { IdChip } from "@/components/ui/id-chip";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import { directionOf, KINDS, kindOfCategory, STATUS_WORDS } from "@/lib/cards/transaction-words";
import { networkFacts } from "./network-facts";
import type { CardDetail as Detail } from "./queries";
import { ownerFacts } from "./shared-facts";
import { whatCardLineWas } from "./what-it-was";

// Loaded for transactions that can be disputed.
const Disputes = dynamic(() => import("./disputes").then(({ Disputes }) => Disputes), {
  ssr: false,
});

interface CardDetailProps {
  detail: Detail;
  /** The explanation of the amount. */
  explanation: ReactNode;
}

/** The details of a card transaction. */
export function CardDetail({ detail, explanation }: CardDetailProps) {
  const { amount, currency, status, fxFee, held, collected, refunded } = detail;
  return (
    <>
      <div className="space-y-2">
        <ExplainedAmount explanation={explanation}>
          <Amount value={amount} currency={currency} direction={directionOf(detail)} />
        </ExplainedAmount>
        <p className="font-medium">{whatCardLineWas(detail)}</p>
      </div>
      <Facts
        facts={[
          ["Status", <StateWord key="status" {...STATUS_WORDS[status]} />],
          ["Decline reason", detail.declinedReason],
          ["Type", KINDS[kindOfCategory(detail)].word],
          ["Merchant", detail.merchantName || undefined],
          ["Country", countryName(detail.merchantCountry) || undefined],
          ["Description", detail.description],
          ...networkFacts(detail.network),
          ["Cross-border fee", fxFee > 0 && <Amount key="fee" value={fxFee} />],
          ["Still authorized", held > 0 && <Amount key="held" value={held} />],
          [
            "Settled so far",
            held > 0 && collected > 0 && <Amount key="collected" value={collected} />,
          ],
          ["Refunded", refunded > 0 && <Amount key="refunded" value={refunded} />],
          ["Reference", detail.reference],
          ...ownerFacts(detail),
          ["Date", <Time key="time" instant={detail.createdAt} isExact />],
          [
            "ID",
            <IdChip key="id" value={detail.serviceTransactionId} label="the transaction ID" />,
          ],
        ]}
      />
      {detail.category === "authorization" && status === "settled" && <Disputes detail={detail} />}
    </>
  );
}
