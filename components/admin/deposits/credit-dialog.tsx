"use client";

import { useState } from "react";
import { Amount } from "@/components/ui/amount";
import { DecisionDialog } from "@/components/ui/decision-dialog";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toaster";
import { fieldSentences } from "@/lib/api/client/field-sentences";
import { useSubmission } from "@/lib/api/client/use-submission";
import { MAX_REASON_CHARACTERS } from "@/lib/contract/reason";
import type { HeldDeposit } from "./queries";

/** Credits a held deposit; the reason is stored in the audit log. */
export function CreditDialog({ deposit, onClose }: { deposit: HeldDeposit; onClose: () => void }) {
  const { depositId: id, amount, partnerName } = deposit;
  const [reason, setReason] = useState("");
  const { submit, isBusy, failure } = useSubmission("releaseHeldDeposit", {
    onDone: () => {
      toast(`Credited to ${partnerName}`);
      onClose();
    },
  });
  const refused = failure && fieldSentences(failure.fields);
  return (
    <DecisionDialog
      title="Credit deposit?"
      action="Credit wallet"
      isBusy={isBusy}
      failure={refused?.reason === undefined ? failure : undefined}
      undone="The deposit was not credited."
      onDecide={(totp) => submit({ params: { id }, body: { totp, reason: reason.trim() } })}
      onClose={onClose}
    >
      <p>
        <Amount value={amount} /> will be credited to the wallet of {partnerName}. The partner is
        notified by webhook. This cannot be undone.
      </p>
      <TextField
        label="Reason (recorded in the audit log)"
        name="reason"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        maxLength={MAX_REASON_CHARACTERS}
        autoComplete="off"
        hint="For example, who agreed to it and when."
        error={refused?.reason}
      />
    </DecisionDialog>
  );
}
