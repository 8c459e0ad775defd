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

const UNKNOWN = "It may have ended: look at its status before you try again.";

/** Refuses somebody else's request, with the reason. */
export function RejectPosting({ posting, onClose }: EndPostingProps) {
  const [reason, setReason] = useState("");
  const { submit, isBusy, failure } = useSubmission("rejectOperatorPosting", {
    onDone: () => {
      toast("Rejected: nothing is posted");
      onClose();
    },
  });
  const errors = failure ? fieldSentences(failure.fields) : {};
  return (
    <ConfirmDialog
      title="Reject this posting?"
      action="Reject the posting"
      isDangerous
      isBusy={isBusy}
      failure={errors.reason ? undefined : failure}
      undone="The request is pending still."
      unknown={UNKNOWN}
      onConfirm={() => submit({ params: { id: posting.postingId }, body: { reason } })}
      onClose={onClose}
    >
      <p>Nothing is posted. {posting.requestedBy.name} can request it anew.</p>
      <TextField
        label="Reason"
        name="reason"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={errors.reason}
        hint="It stands in the audit log."
        maxLength={MAX_REASON_CHARACTERS}
        autoComplete="off"
      />
    </ConfirmDialog>
  );
}

/** Takes one's own request back. */
export function CancelPosting({ posting, onClose }: EndPostingProps) {
  const { submit, isBusy, failure } = useSubmission("cancelOperatorPosting", {
    onDone: () => {
      toast("Cancelled: nothing is posted");
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Cancel your request?"
      action="Cancel the request"
      isDangerous
      isBusy={isBusy}
      failure={failure}
      undone="The request is pending still."
      unknown={UNKNOWN}
      onConfirm={() => submit({ params: { id: posting.postingId } })}
      onClose={onClose}
    >
      <p>Nothing is posted. You can request it anew.</p>
    </ConfirmDialog>
  );
}
