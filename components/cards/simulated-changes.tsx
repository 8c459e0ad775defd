"use client";

import { type SubmitEvent, useId } from "react";
import { readAmount } from "@/components/ui/amount-text";
import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { AmountField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { toast } from "@/components/ui/toaster";
import { fieldSentences } from "@/lib/api/client/field-sentences";
import { useSubmission } from "@/lib/api/client/use-submission";
import { kindOf } from "@/lib/cards/transaction-words";
import { CardTransactionState } from "./card-state";
import { type CardTransaction, useCardTransactions } from "./queries";

const SHOWN = 5;
type Verb = "settle" | "reverse" | "refund";

/** Returns whether the card network can still change a transaction. */
function isOpen(transaction: CardTransaction): boolean {
  const kind = kindOf(transaction);
  const { status } = transaction;
  return (
    (kind === "purchase" || kind === "cash_withdrawal") &&
    (status === "authorized" || status === "settled")
  );
}

function useChanges({ serviceCardId: about }: CardTransaction) {
  const done = (text: string) => ({ onDone: () => toast(text, { about }) });
  const settle = useSubmission("simulateSettlement", done("Transaction settled"));
  const reverse = useSubmission("simulateReversal", done("Authorization reversed"));
  const refund = useSubmission("simulateRefund", done("Refunded to the card"));
  const verbs = { settle, reverse, refund };
  return {
    verbs,
    isBusy: Object.values(verbs).some(({ isBusy }) => isBusy),
    failure: settle.failure ?? reverse.failure ?? refund.failure,
  };
}

/** The possible changes of one transaction, with its full amount or another. */
function Change({ transaction }: { transaction: CardTransaction }) {
  const { serviceTransactionId, merchantName, amount, status } = transaction;
  const { verbs, isBusy, failure } = useChanges(transaction);
  const titleId = useId();
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const verb = (event.nativeEvent.submitter?.getAttribute("value") ?? "settle") as Verb;
    const typed = readAmount(String(new FormData(event.currentTarget).get("amount") ?? ""));
    // Clears earlier failures, which may concern another amount.
    for (const each of Object.values(verbs)) each.reset();
    verbs[verb].submit({
      params: { serviceTransactionId },
      body: typed === amount ? {} : { amount: typed ?? Number.NaN },
    });
  };
  const errors = failure ? fieldSentences(failure.fields) : {};
  const act = (verb: Verb, name: string) => (
    <Button type="submit" value={verb} look="plain" size="compact" disabled={isBusy}>
      {name}
      <span className="sr-only"> {merchantName}</span>
    </Button>
  );
  return (
    <li className="space-y-2 py-3">
      <p className="flex flex-wrap justify-between gap-2 text-small">
        <span id={titleId} className="min-w-0 truncate font-medium">
          {merchantName}
        </span>
        <CardTransactionState status={status} />
      </p>
      <Form noValidate onSubmit={onSubmit} aria-labelledby={titleId} className="space-y-2">
        <AmountField
          label={status === "authorized" ? "Amount to settle or reverse" : "Amount to refund"}
          name="amount"
          defaultValue={amount.toFixed(2)}
          error={errors.amount}
        />
        <div className="flex gap-2">
          {status === "authorized" ? (
            <>
              {act("settle", "Settle")}
              {act("reverse", "Reverse")}
            </>
          ) : (
            act("refund", "Refund")
          )}
        </div>
      </Form>
      {failure && Object.keys(errors).length === 0 && (
        <ErrorPanel title="The transaction was not updated" failure={failure} />
      )}
    </li>
  );
}

/** Simulates the card network's changes of authorized transactions: settlement, reversal and refund. */
export function SimulatedChanges({ serviceCardId }: { serviceCardId: string }) {
  const open = useCardTransactions(serviceCardId).data?.transactions.filter(isOpen) ?? [];
  if (open.length === 0) return null;
  return (
    <ul className="divide-y divide-line border-t border-line">
      {open.slice(0, SHOWN).map((transaction) => (
        <Change
          key={`${transaction.serviceTransactionId} ${transaction.status}`}
          transaction={transaction}
        />
      ))}
    </ul>
  );
}
