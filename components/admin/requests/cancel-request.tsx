"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { AdminRequest } from "./queries";
import { requestWords } from "./request-words";

/** Cancels a request, so that nobody can confirm it. */
export function CancelRequest({
  request,
  onClose,
}: {
  request: AdminRequest;
  onClose: () => void;
}) {
  const { submit, isBusy, failure } = useSubmission("cancelAdminRequest", {
    onDone: () => {
      toast("Request cancelled");
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Cancel request?"
      action="Cancel request"
      leave="Keep request"
      isDangerous
      isBusy={isBusy}
      failure={failure}
      undone="The request is still pending."
      onConfirm={() => submit({ params: { id: request.requestId } })}
      onClose={onClose}
    >
      <p>{requestWords(request)}. The request can no longer be confirmed. No changes are made.</p>
    </ConfirmDialog>
  );
}
