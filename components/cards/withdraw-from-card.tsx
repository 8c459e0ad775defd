"use client";

import { Amount } from "@/components/ui/amount";
import { amountValue, typedMicroUsd } from "@/components/ui/amount-text";
import { Dialog } from "@/components/ui/dialog";
import { AmountField, TextField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { CardWithdrawalSum } from "./card-withdrawal-sum";
import { type Card, useTerms } from "./queries";
import { rangeText } from "./range-text";

/** Withdraws money from a card to the wallet. */
export function WithdrawFromCard({ card, onClose }: { card: Card; onClose: () => void }) {
  const { serviceCardId, last4, availableBalance } = card;
  const limits = useTerms().data?.limits.cardWithdrawal;
  const form = useContractForm("withdrawFromCard", {
    initial: { amount: "", reference: "" },
    input: ({ amount, reference }) => ({
      body: { serviceCardId, amount: amountValue(amount), reference },
    }),
    onDone: () => {
      toast("Withdrawn to your wallet", { about: card.serviceCardId });
      onClose();
    },
  });
  return (
    <Dialog title={`Withdraw from card ending ${last4}`} onClose={onClose}>
      <RequestForm
        form={form}
        title="The withdrawal was not made"
        undone="No money was moved."
        action="Withdraw to wallet"
        busy="Withdrawing…"
      >
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
      </RequestForm>
    </Dialog>
  );
}
