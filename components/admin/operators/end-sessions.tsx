"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { Operator } from "./queries";

/** Signs somebody out everywhere. */
export function EndSessions({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const { name, personId, isYou } = operator;
  const { submit, isBusy, failure } = useSubmission("endOperatorSessions", {
    onDone: () => {
      toast(`${name} is signed out everywhere`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Sign ${name} out everywhere?`}
      action={`Sign ${name} out`}
      isDangerous
      isBusy={isBusy}
      failure={failure}
      undone="Their sessions go on."
      onConfirm={() => submit({ params: { id: personId } })}
      onClose={onClose}
    >
      <p>
        All of their sessions end at once
        {isYou && ", this one of yours too"}. They can sign in again with password and code.
      </p>
    </ConfirmDialog>
  );
}
