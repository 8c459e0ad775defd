"use client";

import { DecisionDialog } from "@/components/ui/decision-dialog";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { Operator } from "./queries";

/** Confirms the removal of an operator. */
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
      leave="Cancel"
      isDangerous
      isBusy={isBusy}
      failure={failure}
      undone="They still have access."
      onDecide={(totp) => submit({ params: { id: personId }, body: { totp } })}
      onClose={onClose}
    >
      <p>
        They are signed out immediately and can no longer sign in. Their pending invitations are
        revoked, and their approvals of pending withdrawals no longer count. Their actions stay in
        the audit log.
      </p>
    </DecisionDialog>
  );
}
