"use client";

import { Amount } from "@/components/ui/amount";
import { amountValue, typedMicroUsd } from "@/components/ui/amount-text";
import { Button } from "@/components/ui/button";
import { AmountField, SelectField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import type { ApiInput } from "@/lib/api/client/types";
import { type Card, useTerms } from "./queries";
import { crossBorderFeeUsd } from "./sums";

type Purchase = ApiInput<"simulateAuthorization">["body"];

/** The simulated merchants: domestic and foreign shops and cash machines. */
const MERCHANTS: readonly Omit<Purchase, "amount">[] = [
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

const MIN_RANDOM_CENTS = 300;
const MAX_RANDOM_CENTS = 6_000;

/** Returns a random merchant and amount; cash machines have round amounts. */
function randomPurchase() {
  const index = Math.floor(Math.random() * MERCHANTS.length);
  const isCash = MERCHANTS[index]?.transactionType === "withdrawal";
  const cents = MIN_RANDOM_CENTS + Math.random() * (MAX_RANDOM_CENTS - MIN_RANDOM_CENTS);
  const usd = isCash ? 20 * (1 + Math.floor(Math.random() * 3)) : Math.round(cents) / 100;
  return { merchant: String(index), amount: usd.toFixed(2) };
}

/** Simulates an authorization by a merchant. */
export function SimulatedPurchase({ card }: { card: Card }) {
  const form = useContractForm("simulateAuthorization", {
    initial: { merchant: "0", amount: "4.50" },
    input: ({ merchant, amount }) => ({
      params: { serviceCardId: card.serviceCardId },
      body: { ...MERCHANTS[Number(merchant)], amount: amountValue(amount) },
    }),
    onDone: (data) => {
      if (data?.status === "declined")
        toast(`Declined: ${data.declinedReason}`, { state: "failed", about: card.serviceCardId });
      else toast("Purchase authorized", { about: card.serviceCardId });
    },
  });
  const { merchant, amount } = form.values;
  return (
    <RequestForm
      form={form}
      isCompact
      isPlain
      title="The purchase was not simulated"
      action="Authorize purchase"
      busy="Authorizing…"
      leave={
        <Button look="text" size="compact" onClick={() => form.reset(randomPurchase())}>
          Random purchase
        </Button>
      }
    >
      <SelectField
        label="Merchant"
        {...form.field("merchant")}
        hint={<FeeHint amount={amount} currency={MERCHANTS[Number(merchant)]?.currency} />}
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
        {...form.field("amount")}
        hint="Declined if it exceeds the balance, or if the card is frozen or terminated."
      />
    </RequestForm>
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
