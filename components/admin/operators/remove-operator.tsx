"use client";

import { DecisionDialog } from "@/components/ui/decision-dialog";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { Operator } from "./queries";

/** Takes somebody's access away. */
export function RemoveOperator({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const { name, personId } = operator;
  const { submit, isBusy, failure } = useSubmission("removeOperator", {
    onDone: () => {
      toast(`${name} was removed`);
      onClose();
    },
  });
  return (
    <DecisionDialog
      title={`Remove ${name}?`}
      action={`Remove ${name}`}
      leave="Keep it as it is"
      isDangerous
      isBusy={isBusy}
      failure={failure}
      undone="They still have access."
      unknown="They may have been removed: look at the list before you try again."
      onDecide={(totp) => submit({ params: { id: personId }, body: { totp } })}
      onClose={onClose}
    >
      <p>
        Their sessions and open invitations end at once, they cannot sign in any more, and approvals
        that they gave to withdrawals still waiting no longer count. What they did stays in the
        audit log.
      </p>
    </DecisionDialog>
  );
}
