"use client";

import { DecisionDialog } from "@/components/ui/decision-dialog";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import type { Operator } from "./queries";

/** Confirms the removal of an operator. */
export function RemoveOperator({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const { name, personId } = operator;
  const form = useContractForm("removeOperator", {
    initial: { totp: "" },
    input: ({ totp }) => ({ params: { id: personId }, body: { totp } }),
    onDone: () => {
      toast(`${name} was removed`);
      onClose();
    },
  });
  return (
    <DecisionDialog
      form={form}
      code={form.field("totp")}
      title={`Remove ${name}?`}
      action={`Remove ${name}`}
      leave="Cancel"
      isDangerous
      undone="They still have access."
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
