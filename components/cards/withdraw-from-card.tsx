"use client";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorPanel } from "@/components/ui/error-panel";
import { AmountField, TextField } from "@/components/ui/field";
import { Sum } from "@/components/ui/sum";
import { toast } from "@/components/ui/toaster";
import { useForm } from "@/components/ui/use-form";
import { withdrawFromCardContract } from "@/lib/cards/contract";
import { checkFields, fieldSentences } from "@/lib/fetch/check-fields";
import { useSubmission } from "@/lib/fetch/use-submission";
import { amountValue, knownAmount } from "./amount-value";
import type { Card } from "./queries";

/** Takes money off a card, back to the wallet. */
export function WithdrawFromCard({ card, onClose }: { card: Card; onClose: () => void }) {
  const { serviceCardId, last4, availableBalance } = card;
  const { submit, isBusy, failure } = useSubmission("withdrawFromCard", {
    onDone: () => {
      toast(`The money is back in your wallet`);
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
      submit({ body: { ...bodyOf(values), amount: knownAmount(values.amount) } }),
  });
  const amount = knownAmount(form.values.amount);
  return (
    <Dialog title={`Withdraw from the card ending ${last4}`} onClose={onClose}>
      <form noValidate onSubmit={form.submit} className="space-y-4">
        <AmountField
          label="Amount"
          {...form.field("amount")}
          hint="5 to 10,000 USD. The withdrawal fee is taken from it on its way to the wallet."
          data-first-focus=""
        />
        <TextField
          label="Reference"
          {...form.field("reference")}
          hint="Your own. It comes back in the webhook."
          maxLength={256}
        />
        <Sum
          lines={[
            ["On the card", availableBalance],
            ["To the wallet, before the fee", amount],
            ["Left on the card", availableBalance - amount],
          ]}
        />
        {failure && Object.keys(failure.fields).length === 0 && (
          <ErrorPanel
            title="Nothing was withdrawn"
            failure={failure}
            undone="Nothing was moved."
            unknown="Send it again: it counts only once."
          />
        )}
        <Button type="submit" disabled={isBusy} className="w-full">
          {isBusy ? "Withdrawing…" : "Withdraw to the wallet"}
        </Button>
      </form>
    </Dialog>
  );
}
