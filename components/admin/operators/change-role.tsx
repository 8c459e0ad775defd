"use client";

import { DecisionDialog } from "@/components/ui/decision-dialog";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { OperatorRole } from "@/lib/contract/roles";
import type { Operator } from "./queries";
import { ROLE_TEXTS } from "./role-texts";

interface ChangeRoleProps {
  operator: Operator;
  /** The one that they get. */
  role: OperatorRole;
  onClose: () => void;
}

/** Gives somebody another role. */
export function ChangeRole({ operator, role, onClose }: ChangeRoleProps) {
  const { name, personId } = operator;
  const { submit, isBusy, failure } = useSubmission("changeOperatorRole", {
    onDone: (data) => {
      toast(
        data?.request
          ? `The new role of ${name} waits for a second administrator`
          : `The role of ${name} was changed`,
      );
      onClose();
    },
  });
  return (
    <DecisionDialog
      title={`Make ${name} an ${role}?`}
      action={`Make ${name} an ${role}`}
      leave="Keep it as it is"
      isBusy={isBusy}
      failure={failure}
      undone={`${name} stays ${operator.role}.`}
      unknown="The role may have been changed: look at the list before you try again."
      onDecide={(totp) => submit({ params: { id: personId }, body: { role, totp } })}
      onClose={onClose}
    >
      <p>
        From their next request on. {ROLE_TEXTS[role]}
        {operator.role === "admin" && " Their open invitations end."}
      </p>
    </DecisionDialog>
  );
}
