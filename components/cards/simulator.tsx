"use client";

import { type SubmitEvent, useState } from "react";
import { readAmount } from "@/components/ui/amount-text";
import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { AmountField, SelectField } from "@/components/ui/field";
import { toast } from "@/components/ui/toaster";
import { fieldSentences } from "@/lib/fetch/check-fields";
import { useSubmission } from "@/lib/fetch/use-submission";
import type { Card } from "./queries";
import { SimulatedChanges } from "./simulated-changes";

const MERCHANTS = [
  { name: "Blue Bottle Coffee", country: "US", currency: "USD" },
  { name: "Hotel Adlon Berlin", country: "DE", currency: "EUR" },
  { name: "Shinjuku Denki", country: "JP", currency: "JPY" },
];

/** A merchant asks the card for money, as the card network would; staging only. */
export function Simulator({ card }: { card: Card }) {
  const [merchant, setMerchant] = useState(MERCHANTS[0]?.name ?? "");
  const { submit, isBusy, failure } = useSubmission("simulateAuthorization", {
    onDone: (data) => {
      if (data?.status === "declined") toast(`Declined: ${data.declinedReason}`, "failed");
      else toast("Authorised: the amount is held");
    },
  });
  const errors = failure ? fieldSentences(failure.fields) : {};
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const chosen = MERCHANTS.find(({ name }) => name === merchant);
    submit({
      params: { serviceCardId: card.serviceCardId },
      body: {
        amount: readAmount(String(data.get("amount"))) ?? Number.NaN,
        merchantName: merchant,
        merchantCountry: chosen?.country ?? "US",
        currency: chosen?.currency ?? "USD",
      },
    });
  };
  return (
    <details className="rounded-large border border-line">
      <summary className="flex min-h-11 cursor-pointer items-center px-4 font-semibold">
        Simulate a purchase
      </summary>
      <div className="space-y-4 border-t border-line p-4">
        <form noValidate onSubmit={onSubmit} className="space-y-3">
          <SelectField
            label="Merchant"
            name="merchant"
            value={merchant}
            onChange={(event) => setMerchant(event.target.value)}
            hint="One abroad adds the cross-border fee as a second transaction."
          >
            {MERCHANTS.map(({ name, currency }) => (
              <option key={name} value={name}>
                {name} ({currency})
              </option>
            ))}
          </SelectField>
          <AmountField
            label="Amount"
            name="amount"
            error={errors.amount}
            defaultValue="4.50"
            hint="More than the card has is declined, and so is anything while it is frozen."
          />
          {failure && Object.keys(errors).length === 0 && (
            <ErrorPanel title="The purchase was not simulated" failure={failure} />
          )}
          <Button type="submit" look="plain" size="compact" disabled={isBusy}>
            {isBusy ? "Asking…" : "Ask the card for it"}
          </Button>
        </form>
        <SimulatedChanges serviceCardId={card.serviceCardId} />
      </div>
    </details>
  );
}
