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

/** Closes an alert; the reason is stored in the audit log. */
export function CloseAlert({ alert, onClose }: CloseAlertProps) {
  const [reason, setReason] = useState("");
  const { submit, isBusy, failure } = useSubmission("settleAlert", {
    onDone: () => {
      toast(`Alert about ${alert.subject} closed`);
      onClose();
    },
  });
  const refused = failure && fieldSentences(failure.fields);
  return (
    <DecisionDialog
      title="Close alert?"
      action="Close alert"
      leave="Keep open"
      isBusy={isBusy}
      failure={refused?.reason === undefined ? failure : undefined}
      undone="The alert is still open."
      onDecide={(totp) =>
        submit({ params: { id: alert.id }, body: { totp, reason: reason.trim() } })
      }
      onClose={onClose}
    >
      <p className="break-words">{alert.text}</p>
      <p>Close the alert after you have resolved it. Closing moves no money.</p>
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
