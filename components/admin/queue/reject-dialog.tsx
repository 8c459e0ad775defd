"use client";

import { useState } from "react";
import { Amount } from "@/components/ui/amount";
import { DecisionDialog } from "@/components/ui/decision-dialog";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toaster";
import { dollars } from "@/components/ui/words";
import { fieldSentences } from "@/lib/api/client/field-sentences";
import { useSubmission } from "@/lib/api/client/use-submission";
import { MAX_REASON_CHARACTERS } from "@/lib/contract/reason";
import type { QueuedWithdrawal } from "./queries";

interface RejectDialogProps {
  withdrawal: QueuedWithdrawal;
  onDecided: () => void;
  onClose: () => void;
}

/** Rejects a withdrawal; the partner sees the reason. */
export function RejectDialog({ withdrawal, onDecided, onClose }: RejectDialogProps) {
  const { id, amount, partnerName } = withdrawal;
  const [reason, setReason] = useState("");
  const { submit, isBusy, failure } = useSubmission("rejectWithdrawal", {
    onDone: () => {
      toast(`Rejected ${dollars(amount)} for ${partnerName}. The amount was refunded`);
      onDecided();
    },
  });
  const refused = failure && fieldSentences(failure.fields);
  return (
    <DecisionDialog
      title="Reject withdrawal?"
      action="Reject withdrawal"
      isDangerous
      isBusy={isBusy}
      failure={refused?.reason === undefined ? failure : undefined}
      undone="The withdrawal was not rejected."
      onDecide={(totp) =>
        submit({
          params: { id },
          body: { totp, ...(reason.trim() === "" ? {} : { reason: reason.trim() }) },
        })
      }
      onClose={onClose}
    >
      <p>
        Nothing is sent. <Amount value={amount} /> is refunded to the wallet of {partnerName}{" "}
        immediately.
      </p>
      <TextField
        label="Reason"
        name="reason"
        required={false}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        maxLength={MAX_REASON_CHARACTERS}
        hint={`Shown to the partner. ${reason.length} of ${MAX_REASON_CHARACTERS} characters.`}
        error={refused?.reason}
      />
    </DecisionDialog>
  );
}
