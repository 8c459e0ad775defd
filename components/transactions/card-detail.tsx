import { Amount } from "@/components/ui/amount";
import { Facts } from "@/components/ui/facts";
import { IdChip } from "@/components/ui/id-chip";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import { directionOf, KINDS, kindOfCategory, STATUS_WORDS } from "@/lib/cards/transaction-words";
import type { CardDetail as Detail } from "./queries";
import { ownerFacts } from "./shared-facts";
import { whatCardLineWas } from "./what-it-was";

/** The details of a card transaction. */
export function CardDetail({ detail }: { detail: Detail }) {
  const { amount, currency, status, fxFee, held, refunded } = detail;
  return (
    <>
      <div className="space-y-2">
        <p className="text-large font-semibold">
          <Amount value={amount} currency={currency} direction={directionOf(detail)} />
        </p>
        <p className="font-medium">{whatCardLineWas(detail)}</p>
      </div>
      <Facts
        facts={[
          ["Status", <StateWord key="status" {...STATUS_WORDS[status]} />],
          ["Decline reason", detail.declinedReason],
          ["Type", KINDS[kindOfCategory(detail)].word],
          ["Merchant", detail.merchantName || undefined],
          ["Country", detail.merchantCountry || undefined],
          ["Description", detail.description],
          ["Cross-border fee", fxFee > 0 && <Amount key="fee" value={fxFee} />],
          ["Still authorized", held > 0 && <Amount key="held" value={held} />],
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
    </>
  );
}
