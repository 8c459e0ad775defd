"use client";

import { amountValue, typedMicroUsd } from "@/components/ui/amount-text";
import { Dialog } from "@/components/ui/dialog";
import { AmountField, TextField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { Sum } from "@/components/ui/sum";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { type Card, useBalance, useTerms } from "./queries";
import { rangeText } from "./range-text";
import { RecoveryNote } from "./recovery-note";
import { fundingSum } from "./sums";

/** Funds a card from the wallet. */
export function FundCard({ card, onClose }: { card: Card; onClose: () => void }) {
  const { serviceCardId, last4 } = card;
  const balance = useBalance();
  const terms = useTerms();
  const form = useContractForm("fundCard", {
    initial: { amount: "", reference: "" },
    input: ({ amount, reference }) => ({
      body: {
        serviceCardId,
        amount: amountValue(amount),
        ...(reference === "" ? {} : { reference }),
      },
    }),
    onDone: () => {
      toast(`Card ending ${last4} was funded`, { about: serviceCardId });
      onClose();
    },
  });
  const amount = typedMicroUsd(form.values.amount);
  return (
    <Dialog title={`Fund card ending ${last4}`} onClose={onClose}>
      <RequestForm
        form={form}
        title="The card was not funded"
        undone="Nothing was charged."
        action="Fund card"
        busy="Funding…"
      >
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
        <RecoveryNote serviceCardId={serviceCardId} amount={amount} />
      </RequestForm>
    </Dialog>
  );
}
