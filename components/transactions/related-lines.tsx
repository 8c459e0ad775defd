import { Amount } from "@/components/ui/amount";
import { Time } from "@/components/ui/time";
import type { TransactionDetail } from "./queries";
import { TextLink } from "./text-link";

/** The other transactions of the same event: a fee, a refund, the other side of a transfer. */
export function RelatedLines({ related }: Pick<TransactionDetail, "related">) {
  if (related.length === 0) return null;
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">Related transactions</h3>
      <ul className="divide-y divide-line border-y border-line text-small">
        {related.map(({ id, kind, text, amount, createdAt }) => (
          <li key={id} className="flex items-center justify-between gap-3 py-2">
            <span className="min-w-0">
              <span className="block truncate font-medium">
                <TextLink href={`/transactions/${id}${kind === "wallet" ? "?of=wallet" : ""}`}>
                  {text}
                </TextLink>
              </span>
              <span className="text-quiet">
                {kind === "wallet" ? "Wallet" : "Card"} · <Time instant={createdAt} />
              </span>
            </span>
            <Amount value={amount} />
          </li>
        ))}
      </ul>
    </section>
  );
}
