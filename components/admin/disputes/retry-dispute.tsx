"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { AdminDispute } from "./queries";

interface RetryDisputeProps {
  dispute: AdminDispute;
  onClose: () => void;
}

/** Confirms another submission of a dispute. */
export function RetryDispute({ dispute, onClose }: RetryDisputeProps) {
  const { submit, isBusy, failure } = useSubmission("retryDispute", {
    onDone: () => {
      toast("Dispute is submitted again", { about: dispute.disputeId });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Submit the dispute again?"
      action="Submit again"
      isBusy={isBusy}
      failure={failure}
      undone="The dispute was not submitted."
      onConfirm={() => submit({ params: { id: dispute.disputeId } })}
      onClose={onClose}
    >
      <p>
        {dispute.status === "failed"
          ? "A new dispute with the same evidence is opened, and the card is credited again until the card network decides."
          : "The service submits the dispute to the card issuer now. The card keeps its credit."}
      </p>
    </ConfirmDialog>
  );
}
