"use client";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorPanel } from "@/components/ui/error-panel";
import { AmountField, TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Sum } from "@/components/ui/sum";
import { toast } from "@/components/ui/toaster";
import { useForm } from "@/components/ui/use-form";
import { checkFields } from "@/lib/api/client/check-fields";
import { fieldSentences } from "@/lib/api/client/field-sentences";
import { useSubmission } from "@/lib/api/client/use-submission";
import { fundCardContract } from "@/lib/cards/contract";
import { amountValue, typedMicroUsd } from "./amount-value";
import { type Card, useBalance, useTerms } from "./queries";
import { rangeText } from "./range-text";
import { fundingSum } from "./sums";

/** Funds a card from the wallet. */
export function FundCard({ card, onClose }: { card: Card; onClose: () => void }) {
  const { serviceCardId, last4 } = card;
  const balance = useBalance();
  const terms = useTerms();
  const { submit, isBusy, failure } = useSubmission("fundCard", {
    onDone: () => {
      toast(`Card ending ${last4} was funded`, { about: serviceCardId });
      onClose();
    },
  });
  const bodyOf = ({ amount, reference }: { amount: string; reference: string }) => ({
    serviceCardId,
    amount: amountValue(amount),
    ...(reference === "" ? {} : { reference }),
  });
  const form = useForm({
    initial: { amount: "", reference: "" },
    check: (values) => checkFields(fundCardContract.body, bodyOf(values)),
    refused: failure && fieldSentences(failure.fields),
    onSubmit: (values) =>
      submit({ body: { ...bodyOf(values), amount: Number(amountValue(values.amount)) } }),
  });
  const amount = typedMicroUsd(form.values.amount);
  return (
    <Dialog title={`Fund card ending ${last4}`} onClose={onClose}>
      <Form noValidate onSubmit={form.submit} className="space-y-4">
        <AmountField
          label="Amount"
          {...form.field("amount")}
          hint={terms.data && rangeText(terms.data.limits.cardFunding)}
          data-first-focus=""
        />
        <TextField
          label="Reference"
          required={false}
          {...form.field("reference")}
          hint="Your reference, shown in wallet transactions."
          maxLength={256}
        />
        <Sum
          lines={
            terms.data &&
            balance.data &&
            fundingSum(terms.data, balance.data.availableBalance, amount)
          }
          isMissing={terms.isError || balance.isError}
        />
        {failure && Object.keys(failure.fields).length === 0 && (
          <ErrorPanel
            title="The card was not funded"
            failure={failure}
            undone="Nothing was charged."
          />
        )}
        <Button type="submit" disabled={isBusy} className="w-full">
          {isBusy ? "Funding…" : "Fund card"}
        </Button>
      </Form>
    </Dialog>
  );
}
