"use client";

import type { SubmitEvent } from "react";
import { readAmount } from "@/components/ui/amount-text";
import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { AmountField, SelectField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { toast } from "@/components/ui/toaster";
import { fieldSentences } from "@/lib/api/client/field-sentences";
import type { ApiInput } from "@/lib/api/client/types";
import { useSubmission } from "@/lib/api/client/use-submission";
import { useProfile } from "./queries";

type Body = ApiInput<"simulateDeposit">["body"];

/** Sends test money over the test chain, as somebody outside would; staging only. */
export function SimulateDeposit() {
  const networks = useProfile().data?.wallet.supportedNetworks ?? [];
  const pairs = networks.flatMap(({ chain, tokens }) => tokens.map((token) => ({ chain, token })));
  const { submit, isBusy, failure } = useSubmission("simulateDeposit", {
    onDone: () => toast("Test deposit sent. It is credited after confirmation"),
  });
  const errors = failure ? fieldSentences(failure.fields) : {};
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const amount = readAmount(String(data.get("amount") ?? "")) ?? Number.NaN;
    const pair = pairs[Number(data.get("pair"))] as Pick<Body, "chain" | "token"> | undefined;
    if (pair) submit({ body: { ...pair, to: "wallet", amount } });
  };
  return (
    <details className="rounded-large border border-line">
      <summary className="flex min-h-11 cursor-pointer items-center px-4 font-semibold">
        Simulate deposit
      </summary>
      <Form noValidate onSubmit={onSubmit} className="space-y-3 border-t border-line p-4">
        <SelectField label="Network and token" name="pair" error={errors.chain ?? errors.token}>
          {pairs.map(({ chain, token }, index) => (
            <option key={`${chain} ${token}`} value={index}>
              {chain} · {token.toUpperCase()}
            </option>
          ))}
        </SelectField>
        <AmountField
          label="Amount"
          name="amount"
          defaultValue="250.00"
          error={errors.amount}
          hint="Test funds from the sandbox faucet."
        />
        {failure && Object.keys(errors).length === 0 && (
          <ErrorPanel title="The deposit was not sent" failure={failure} />
        )}
        <Button type="submit" look="plain" size="compact" disabled={isBusy}>
          {isBusy ? "Sending…" : "Send deposit"}
        </Button>
      </Form>
    </details>
  );
}
