"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DecisionDialog } from "@/components/ui/decision-dialog";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { useSubmission } from "@/lib/api/client/use-submission";
import { MAX_REASON_CHARACTERS } from "@/lib/contract/reason";
import type { Posting } from "./queries";

interface EndPostingProps {
  posting: Posting;
  onClose: () => void;
}

/** Rejects another administrator's request with a reason. */
export function RejectPosting({ posting, onClose }: EndPostingProps) {
  const form = useContractForm("rejectOperatorPosting", {
    initial: { reason: "" },
    input: ({ reason }) => ({ params: { id: posting.postingId }, body: { reason } }),
    onDone: () => {
      toast("Posting rejected");
      onClose();
    },
  });
  return (
    <DecisionDialog
      form={form}
      title="Reject posting?"
      action="Reject posting"
      isDangerous
      undone="The request is still pending."
      onClose={onClose}
    >
      <p>Nothing is posted. {posting.requestedBy.name} can request it again.</p>
      <TextField
        label="Reason"
        {...form.field("reason")}
        hint="Recorded in the audit log."
        maxLength={MAX_REASON_CHARACTERS}
        autoComplete="off"
      />
    </DecisionDialog>
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
