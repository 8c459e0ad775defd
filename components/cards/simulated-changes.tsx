"use client";

import { useId, useMemo } from "react";
import { readAmount } from "@/components/ui/amount-text";
import { Button } from "@/components/ui/button";
import { AmountField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { contractErrors, preloadContract } from "@/lib/api/client/form/contract-errors";
import { byField, refusedFields } from "@/lib/api/client/form/refused-fields";
import { useFields } from "@/lib/api/client/form/use-fields";
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

const FIELDS = ["amount"];
/** The three changes have the same body. */
const CONTRACT = "simulateSettlement";

/** A form with one button for each change of the transaction. */
function useChanges({ serviceCardId: about, serviceTransactionId, amount }: CardTransaction) {
  const done = (text: string) => ({ onDone: () => toast(text, { about }) });
  const verbs = {
    settle: useSubmission("simulateSettlement", done("Transaction settled")),
    reverse: useSubmission("simulateReversal", done("Authorization reversed")),
    refund: useSubmission("simulateRefund", done("Refunded to the card")),
  };
  const { settle, reverse, refund } = verbs;
  const failure = settle.failure ?? reverse.failure ?? refund.failure;
  const refused = useMemo(() => refusedFields(failure, FIELDS), [failure]);
  const bodyOf = (text: string) => {
    const typed = readAmount(text);
    return typed === amount ? {} : { amount: typed ?? Number.NaN };
  };
  const fields = useFields({
    initial: { amount: amount.toFixed(2) },
    refused,
    check: async (values) => byField(await contractErrors(CONTRACT, bodyOf(values.amount)), FIELDS),
    send: (values, submitter) => {
      // Clears earlier failures, which may concern another amount.
      for (const each of Object.values(verbs)) each.reset();
      const verb = (submitter?.getAttribute("value") ?? "settle") as Verb;
      verbs[verb].submit({ params: { serviceTransactionId }, body: bodyOf(values.amount) });
    },
  });
  return {
    ...fields,
    isBusy: Object.values(verbs).some(({ isBusy }) => isBusy),
    failure: Object.keys(refused).length === 0 ? failure : undefined,
    prepare: () => preloadContract(CONTRACT),
  };
}

/** The possible changes of one transaction, with its full amount or another. */
function Change({ transaction }: { transaction: CardTransaction }) {
  const { merchantName, status } = transaction;
  const form = useChanges(transaction);
  const titleId = useId();
  const act = (verb: Verb, name: string) => (
    <Button type="submit" value={verb} look="plain" size="compact" disabled={form.isBusy}>
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
      <RequestForm
        form={form}
        labelledBy={titleId}
        className="space-y-2"
        title="The transaction was not updated"
      >
        <AmountField
          label={status === "authorized" ? "Amount to settle or reverse" : "Amount to refund"}
          {...form.field("amount")}
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
      </RequestForm>
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
