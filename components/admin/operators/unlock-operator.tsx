"use client";

import { toast } from "@/components/ui/toaster";
import { UnlockDialog } from "@/components/ui/unlock-dialog";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { Operator } from "./queries";

/** Clears the failed sign-in attempts of an operator's account. */
export function UnlockOperator({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const { name, personId } = operator;
  const { submit, isBusy, failure } = useSubmission("unlockOperator", {
    onDone: () => {
      toast(`${name} was unlocked`);
      onClose();
    },
  });
  return (
    <UnlockDialog
      name={name}
      isBusy={isBusy}
      failure={failure}
      onDecide={(totp) => submit({ params: { id: personId }, body: { totp } })}
      onClose={onClose}
    />
  );
}
