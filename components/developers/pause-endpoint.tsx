"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";

/** Holds the events back for a while. */
export function PauseEndpoint({ onClose }: { onClose: () => void }) {
  const { submit, isBusy, failure } = useSubmission("pauseWebhookEndpoint", {
    onDone: () => {
      toast("The endpoint is paused", { about: "endpoint" });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Pause the endpoint?"
      action="Pause the endpoint"
      isBusy={isBusy}
      failure={failure}
      undone="Events go on being sent."
      onConfirm={() => submit({})}
      onClose={onClose}
    >
      <p>
        Nothing is sent until you resume. Events go on happening and wait; none is lost. What is
        under way just now may still arrive.
      </p>
    </ConfirmDialog>
  );
}
