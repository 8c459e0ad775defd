"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toaster";
import { fieldSentences } from "@/lib/api/client/field-sentences";
import { useSubmission } from "@/lib/api/client/use-submission";
import { MAX_REASON_CHARACTERS } from "@/lib/contract/reason";
import type { Posting } from "./queries";

interface EndPostingProps {
  posting: Posting;
  onClose: () => void;
}

/** Rejects another administrator's request with a reason. */
export function RejectPosting({ posting, onClose }: EndPostingProps) {
  const [reason, setReason] = useState("");
  const { submit, isBusy, failure } = useSubmission("rejectOperatorPosting", {
    onDone: () => {
      toast("Posting rejected");
      onClose();
    },
  });
  const errors = failure ? fieldSentences(failure.fields) : {};
  return (
    <ConfirmDialog
      title="Reject posting?"
      action="Reject posting"
      isDangerous
      isBusy={isBusy}
      failure={errors.reason ? undefined : failure}
      undone="The request is still pending."
      onConfirm={() => submit({ params: { id: posting.postingId }, body: { reason } })}
      onClose={onClose}
    >
      <p>Nothing is posted. {posting.requestedBy.name} can request it again.</p>
      <TextField
        label="Reason"
        name="reason"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={errors.reason}
        hint="Recorded in the audit log."
        maxLength={MAX_REASON_CHARACTERS}
        autoComplete="off"
      />
    </ConfirmDialog>
  );
}

/** Cancels the reader's own request. */
export function CancelPosting({ posting, onClose }: EndPostingProps) {
  const { submit, isBusy, failure } = useSubmission("cancelOperatorPosting", {
    onDone: () => {
      toast("Request cancelled");
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Cancel request?"
      action="Cancel request"
      isDangerous
      isBusy={isBusy}
      failure={failure}
      undone="The request is still pending."
      onConfirm={() => submit({ params: { id: posting.postingId } })}
      onClose={onClose}
    >
      <p>Nothing is posted. You can request it again.</p>
    </ConfirmDialog>
  );
}
