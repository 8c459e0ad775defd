"use client";

import { useState } from "react";
import { Amount } from "@/components/ui/amount";
import { DecisionDialog } from "@/components/ui/decision-dialog";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toaster";
import { fieldSentences } from "@/lib/api/client/field-sentences";
import { useSubmission } from "@/lib/api/client/use-submission";
import { MAX_REASON_CHARACTERS } from "@/lib/contract/reason";
import type { QueuedWithdrawal } from "./queries";

interface GiveUpDialogProps {
  withdrawal: QueuedWithdrawal;
  onDecided: () => void;
  onClose: () => void;
}

/** Fails an approved withdrawal that cannot be sent; the partner sees the reason. */
export function GiveUpDialog({ withdrawal, onDecided, onClose }: GiveUpDialogProps) {
  const { id, amount, partnerName } = withdrawal;
  const [reason, setReason] = useState("");
  const { submit, isBusy, failure } = useSubmission("failWithdrawal", {
    onDone: () => {
      toast("Withdrawal failed. The amount was refunded to the partner’s wallet");
      onDecided();
    },
  });
  const refused = failure && fieldSentences(failure.fields);
  return (
    <DecisionDialog
      title="Fail withdrawal?"
      action="Fail withdrawal"
      isDangerous
      isBusy={isBusy}
      failure={refused?.reason === undefined ? failure : undefined}
      undone="The withdrawal was not changed."
      onDecide={(totp) => submit({ params: { id }, body: { totp, reason: reason.trim() } })}
      onClose={onClose}
    >
      <p>
        No transfer was signed for this withdrawal. Its status changes to failed, and{" "}
        <Amount value={amount} /> is refunded to the wallet of {partnerName} immediately.
      </p>
      <TextField
        label="Reason"
        name="reason"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        maxLength={MAX_REASON_CHARACTERS}
        hint={`Shown to the partner. ${reason.length} of ${MAX_REASON_CHARACTERS} characters.`}
        error={refused?.reason}
      />
    </DecisionDialog>
  );
}
