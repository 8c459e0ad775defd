"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";

/** Pauses the delivery of events. */
export function PauseEndpoint({ onClose }: { onClose: () => void }) {
  const { submit, isBusy, failure } = useSubmission("pauseWebhookEndpoint", {
    onDone: () => {
      toast("Endpoint paused", { about: "endpoint" });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Pause endpoint?"
      action="Pause endpoint"
      isBusy={isBusy}
      failure={failure}
      undone="The endpoint is still active."
      onConfirm={() => submit({})}
      onClose={onClose}
    >
      <p>
        Nothing is sent until you resume. New events are saved as pending. A delivery in progress
        may still arrive.
      </p>
    </ConfirmDialog>
  );
}
