"use client";

import { type SubmitEvent, useState } from "react";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { AmountField, SelectField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { toast } from "@/components/ui/toaster";
import { fieldSentences } from "@/lib/api/client/field-sentences";
import type { ApiInput } from "@/lib/api/client/types";
import { useSubmission } from "@/lib/api/client/use-submission";
import { amountValue, typedMicroUsd } from "./amount-value";
import { type Card, useTerms } from "./queries";
import { crossBorderFeeUsd } from "./sums";

type Asked = ApiInput<"simulateAuthorization">["body"];

/** The simulated merchants: domestic and foreign shops and cash machines. */
const MERCHANTS: readonly Omit<Asked, "amount">[] = [
  { merchantName: "Blue Bottle Coffee", merchantCountry: "US", currency: "USD" },
  { merchantName: "Hotel Adlon Berlin", merchantCountry: "DE", currency: "EUR" },
  { merchantName: "Shinjuku Denki", merchantCountry: "JP", currency: "JPY" },
  {
    merchantName: "Chase ATM Manhattan",
    merchantCountry: "US",
    currency: "USD",
    transactionType: "withdrawal",
  },
  {
    merchantName: "Sparkasse Geldautomat",
    merchantCountry: "DE",
    currency: "EUR",
    transactionType: "withdrawal",
  },
];

/** Simulates an authorization by a merchant. */
export function SimulatedPurchase({ card }: { card: Card }) {
  const [chosen, setChosen] = useState(0);
  const [amount, setAmount] = useState("4.50");
  const merchant = MERCHANTS[chosen] ?? MERCHANTS[0];
  const { submit, isBusy, failure } = useSubmission("simulateAuthorization", {
    onDone: (data) => {
      if (data?.status === "declined")
        toast(`Declined: ${data.declinedReason}`, { state: "failed", about: card.serviceCardId });
      else toast("Purchase authorized", { about: card.serviceCardId });
    },
  });
  const errors = failure ? fieldSentences(failure.fields) : {};
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!merchant) return;
    submit({
      params: { serviceCardId: card.serviceCardId },
      body: { ...merchant, amount: amountValue(amount) ?? Number.NaN },
    });
  };
  return (
    <Form noValidate onSubmit={onSubmit} className="space-y-3">
      <SelectField
        label="Merchant"
        value={chosen}
        onChange={(event) => setChosen(Number(event.target.value))}
        hint={<FeeHint amount={amount} currency={merchant?.currency} />}
      >
        {MERCHANTS.map(({ merchantName, currency, transactionType }, index) => (
          <option key={merchantName} value={index}>
            {merchantName} ({currency}
            {transactionType === "withdrawal" && ", cash"})
          </option>
        ))}
      </SelectField>
      <AmountField
        label="Amount"
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
        error={errors.amount}
        hint="Declined if it exceeds the balance, or if the card is frozen or terminated."
      />
      {failure && Object.keys(errors).length === 0 && (
        <ErrorPanel title="The purchase was not simulated" failure={failure} />
      )}
      <Button type="submit" look="plain" size="compact" disabled={isBusy}>
        {isBusy ? "Authorizing…" : "Authorize purchase"}
      </Button>
    </Form>
  );
}

/** Shows the fee for a purchase in another currency. */
function FeeHint({ amount, currency }: { amount: string; currency: string | undefined }) {
  const terms = useTerms().data;
  if (!terms || currency === undefined || currency === "USD") return null;
  return (
    <>
      Cross-border fee ({terms.fees.crossBorderFeePercent} %):{" "}
      <Amount value={crossBorderFeeUsd(terms, typedMicroUsd(amount), currency)} />, charged as a
      separate transaction.
    </>
  );
}
