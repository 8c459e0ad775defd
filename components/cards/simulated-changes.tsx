"use client";

import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/fetch/use-submission";
import { type CardTransaction, useCardTransactions } from "./queries";

const SHOWN = 5;

/** Whether the network can still do something with a transaction. */
function isOpen({ status, transactionType }: CardTransaction): boolean {
  return status === "authorized" || (status === "settled" && transactionType === "purchase");
}

/** What the network may do with what was authorised: collect it, let it go, pay it back. */
export function SimulatedChanges({ serviceCardId }: { serviceCardId: string }) {
  const open = useCardTransactions(serviceCardId).data?.transactions.filter(isOpen) ?? [];
  const done = (text: string) => ({ onDone: () => toast(text) });
  const settle = useSubmission("simulateSettlement", done("Settled"));
  const reverse = useSubmission("simulateReversal", done("Reversed: the hold is released"));
  const refund = useSubmission("simulateRefund", done("Refunded"));
  const failure = settle.failure ?? reverse.failure ?? refund.failure;
  const isBusy = settle.isBusy || reverse.isBusy || refund.isBusy;
  if (open.length === 0) return null;
  return (
    <div className="space-y-2">
      <ul className="divide-y divide-line border-y border-line text-small">
        {open.slice(0, SHOWN).map(({ serviceTransactionId, merchantName, amount, status }) => {
          const params = { serviceTransactionId };
          const act = (name: string, submit: (input: { params: typeof params }) => void) => (
            <Button
              look="plain"
              size="compact"
              disabled={isBusy}
              onClick={() => submit({ params })}
            >
              {name}
              <span className="sr-only"> {merchantName}</span>
            </Button>
          );
          return (
            <li key={serviceTransactionId} className="flex flex-wrap items-center gap-2 py-2">
              <span className="min-w-0 flex-1 truncate">{merchantName}</span>
              <Amount value={amount} />
              {status === "authorized" ? (
                <span className="flex gap-2">
                  {act("Settle", settle.submit)}
                  {act("Reverse", reverse.submit)}
                </span>
              ) : (
                act("Refund", refund.submit)
              )}
            </li>
          );
        })}
      </ul>
      {failure && <ErrorPanel title="The transaction was not changed" failure={failure} />}
    </div>
  );
}
