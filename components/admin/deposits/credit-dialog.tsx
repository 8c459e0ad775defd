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

/** Credits a held deposit, with the reason that stands in the audit log. */
export function CreditDialog({ deposit, onClose }: { deposit: HeldDeposit; onClose: () => void }) {
  const { depositId: id, amount, partnerName } = deposit;
  const [reason, setReason] = useState("");
  const { submit, isBusy, failure } = useSubmission("releaseHeldDeposit", {
    onDone: () => {
      toast(`Credited to the wallet of ${partnerName}`);
      onClose();
    },
  });
  const refused = failure && fieldSentences(failure.fields);
  return (
    <DecisionDialog
      title="Credit this deposit?"
      action="Credit to the wallet"
      isBusy={isBusy}
      failure={refused?.reason === undefined ? failure : undefined}
      undone="Nothing was credited."
      unknown="It may have been credited: look at its state before you try again."
      onDecide={(totp) => submit({ params: { id }, body: { totp, reason: reason.trim() } })}
      onClose={onClose}
    >
      <p>
        <Amount value={amount} /> go to the wallet of {partnerName}, which hears of it as of every
        deposit. This cannot be taken back.
      </p>
      <TextField
        label="Reason, for the audit log"
        name="reason"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        maxLength={MAX_REASON_CHARACTERS}
        autoComplete="off"
        hint="Such as who agreed to it, and when."
        error={refused?.reason}
      />
    </DecisionDialog>
  );
}
