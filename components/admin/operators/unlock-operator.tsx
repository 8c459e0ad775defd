"use client";

import { DecisionDialog } from "@/components/ui/decision-dialog";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { Operator } from "./queries";

/** Forgets the failed attempts of one of the operator's people. */
export function UnlockOperator({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const { name, personId } = operator;
  const { submit, isBusy, failure } = useSubmission("unlockOperator", {
    onDone: () => {
      toast(`${name} was unlocked`);
      onClose();
    },
  });
  return (
    <DecisionDialog
      title={`Unlock ${name}?`}
      action={`Unlock ${name}`}
      leave="Leave it locked"
      isBusy={isBusy}
      failure={failure}
      undone="The account is still locked."
      unknown="The account may have been unlocked. Check the list."
      onDecide={(totp) => submit({ params: { id: personId }, body: { totp } })}
      onClose={onClose}
    >
      <p>
        All failed attempts are forgotten. Make sure that the person who asked you is {name}:
        whoever guesses at this account gets new attempts too.
      </p>
    </DecisionDialog>
  );
}
