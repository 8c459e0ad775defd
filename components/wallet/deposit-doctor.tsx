"use client";

import type { SubmitEvent } from "react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { SelectField, TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { fieldSentences } from "@/lib/api/client/field-sentences";
import { useSubmission } from "@/lib/api/client/use-submission";
import { DepositFinding, type Finding } from "./deposit-finding";
import { useProfile } from "./queries";

/** Explains for any transaction why it was credited or not, and what to do. */
export function DepositDoctor() {
  const networks = useProfile().data?.wallet.supportedNetworks ?? [];
  const [finding, setFinding] = useState<Finding>();
  const { submit, isBusy, failure } = useSubmission("lookupDeposit", {
    isRead: true,
    onDone: setFinding,
  });

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? "").trim();
    const body = { chain: text("chain"), txHash: text("txHash") };
    if (submit({ body })) setFinding(undefined);
  };

  const errors = failure ? fieldSentences(failure.fields) : {};
  return (
    <section className="space-y-3">
      <h2 className="font-semibold">Missing a deposit?</h2>
      <Form noValidate onSubmit={onSubmit} className="space-y-3">
        <SelectField label="Network" name="chain" error={errors.chain}>
          {networks.map(({ chain }) => (
            <option key={chain}>{chain}</option>
          ))}
        </SelectField>
        <TextField
          label="Transaction hash"
          name="txHash"
          error={errors.txHash}
          hint="0x followed by 64 hexadecimal digits."
          autoComplete="off"
          spellCheck={false}
          maxLength={80}
        />
        <Button type="submit" look="plain" size="compact" disabled={isBusy}>
          {isBusy ? "Looking up…" : "Look up"}
        </Button>
      </Form>
      {failure && Object.keys(errors).length === 0 && (
        <ErrorPanel title="The transaction could not be looked up" failure={failure} />
      )}
      {finding && <DepositFinding finding={finding} />}
    </section>
  );
}
