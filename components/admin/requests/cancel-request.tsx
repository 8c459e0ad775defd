"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { AdminRequest } from "./queries";
import { requestWords } from "./request-words";

/** Takes a request back, so that nobody can confirm it any more. */
export function CancelRequest({
  request,
  onClose,
}: {
  request: AdminRequest;
  onClose: () => void;
}) {
  const { submit, isBusy, failure } = useSubmission("cancelAdminRequest", {
    onDone: () => {
      toast("The request was cancelled");
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Cancel this request?"
      action="Cancel the request"
      isDangerous
      isBusy={isBusy}
      failure={failure}
      undone="It still waits."
      onConfirm={() => submit({ params: { id: request.requestId } })}
      onClose={onClose}
    >
      <p>{requestWords(request)}. Nothing changes, and nobody can confirm it any more.</p>
    </ConfirmDialog>
  );
}
