"use client";

import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorPanel } from "@/components/ui/error-panel";
import { AmountField, TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { toast } from "@/components/ui/toaster";
import { useForm } from "@/components/ui/use-form";
import { checkFields } from "@/lib/api/client/check-fields";
import { fieldSentences } from "@/lib/api/client/field-sentences";
import { useSubmission } from "@/lib/api/client/use-submission";
import { withdrawFromCardContract } from "@/lib/cards/contract";
import { amountValue, typedMicroUsd } from "./amount-value";
import { CardWithdrawalSum } from "./card-withdrawal-sum";
import { type Card, useTerms } from "./queries";
import { rangeText } from "./range-text";

/** Withdraws money from a card to the wallet. */
export function WithdrawFromCard({ card, onClose }: { card: Card; onClose: () => void }) {
  const { serviceCardId, last4, availableBalance } = card;
  const limits = useTerms().data?.limits.cardWithdrawal;
  const { submit, isBusy, failure } = useSubmission("withdrawFromCard", {
    onDone: () => {
      toast("Withdrawn to your wallet", { about: card.serviceCardId });
      onClose();
    },
  });
  const bodyOf = ({ amount, reference }: { amount: string; reference: string }) => ({
    serviceCardId,
    amount: amountValue(amount),
    reference,
  });
  const form = useForm({
    initial: { amount: "", reference: "" },
    check: (values) => checkFields(withdrawFromCardContract.body, bodyOf(values)),
    refused: failure && fieldSentences(failure.fields),
    onSubmit: (values) =>
      submit({ body: { ...bodyOf(values), amount: Number(amountValue(values.amount)) } }),
  });
  return (
    <Dialog title={`Withdraw from card ending ${last4}`} onClose={onClose}>
      <Form noValidate onSubmit={form.submit} className="space-y-4">
        <AmountField
          label="Amount"
          {...form.field("amount")}
          hint={
            <>
              {limits && rangeText(limits)} Available: <Amount value={availableBalance} />.
            </>
          }
          data-first-focus=""
        />
        <TextField
          label="Reference"
          {...form.field("reference")}
          hint="Your reference, returned in the webhook."
          maxLength={256}
        />
        <CardWithdrawalSum cardUsd={availableBalance} amount={typedMicroUsd(form.values.amount)} />
        {failure && Object.keys(failure.fields).length === 0 && (
          <ErrorPanel
            title="The withdrawal was not made"
            failure={failure}
            undone="No money was moved."
          />
        )}
        <Button type="submit" disabled={isBusy} className="w-full">
          {isBusy ? "Withdrawing…" : "Withdraw to wallet"}
        </Button>
      </Form>
    </Dialog>
  );
}
