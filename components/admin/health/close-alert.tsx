"use client";

import { useState } from "react";
import { DecisionDialog } from "@/components/ui/decision-dialog";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toaster";
import { fieldSentences } from "@/lib/api/client/field-sentences";
import { useSubmission } from "@/lib/api/client/use-submission";
import { MAX_REASON_CHARACTERS } from "@/lib/contract/reason";
import type { ServiceHealth } from "./queries";

interface CloseAlertProps {
  alert: ServiceHealth["alerts"][number];
  onClose: () => void;
}

/** Says that what an alert tells of was agreed on or is over, with the reason that stands in the audit log. */
export function CloseAlert({ alert, onClose }: CloseAlertProps) {
  const [reason, setReason] = useState("");
  const { submit, isBusy, failure } = useSubmission("settleAlert", {
    onDone: () => {
      toast(`The alert about ${alert.subject} was closed`);
      onClose();
    },
  });
  const refused = failure && fieldSentences(failure.fields);
  return (
    <DecisionDialog
      title="Close this alert?"
      action="Close the alert"
      leave="Leave it open"
      isBusy={isBusy}
      failure={refused?.reason === undefined ? failure : undefined}
      undone="It is still open."
      unknown="It may have been closed: look whether it is still there."
      onDecide={(totp) =>
        submit({ params: { id: alert.id }, body: { totp, reason: reason.trim() } })
      }
      onClose={onClose}
    >
      <p className="break-words">{alert.text}</p>
      <p>Close it once that is done: it moves no money.</p>
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
