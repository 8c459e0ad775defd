"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/fetch/use-submission";
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
    <ConfirmDialog
      title={`Remove ${name}?`}
      action={`Remove ${name}`}
      isDangerous
      isBusy={isBusy}
      failure={failure}
      undone="They still have access."
      onConfirm={() => submit({ params: { id: personId } })}
      onClose={onClose}
    >
      <p>
        Their sessions end at once, they cannot sign in any more, and approvals that they gave to
        withdrawals still waiting no longer count. What they did stays in the audit log.
      </p>
    </ConfirmDialog>
  );
}
