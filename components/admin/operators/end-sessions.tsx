"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { Operator } from "./queries";

/** Confirms the end of all sessions of an operator. */
export function EndSessions({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const { name, personId, isYou } = operator;
  const { submit, isBusy, failure } = useSubmission("endOperatorSessions", {
    onDone: () => {
      toast(`${name} was signed out everywhere`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Sign out ${name} everywhere?`}
      action={`Sign out ${name}`}
      isDangerous
      isBusy={isBusy}
      failure={failure}
      undone="They are still signed in."
      onConfirm={() => submit({ params: { id: personId } })}
      onClose={onClose}
    >
      <p>
        All of their sessions end immediately
        {isYou && ", including your current one"}. They can sign in again with their password and
        code.
      </p>
    </ConfirmDialog>
  );
}
