"use client";

import { DecisionDialog } from "@/components/ui/decision-dialog";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import type { Operator } from "./queries";

/** Asks for a code before a second administrator is asked to reset an operator's second factor. */
export function ResetFactor({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const { name, email, personId } = operator;
  const form = useContractForm("resetOperatorFactor", {
    initial: { totp: "" },
    input: ({ totp }) => ({ params: { id: personId }, body: { totp } }),
    onDone: () => {
      toast(`Reset for ${name} is pending confirmation by a second administrator`);
      onClose();
    },
  });
  return (
    <DecisionDialog
      form={form}
      code={form.field("totp")}
      title={`Reset the second factor of ${name}?`}
      action="Request reset"
      undone="Nothing was requested."
      onClose={onClose}
    >
      <p>
        After another administrator confirms, {email} gets a link to set a new password and
        authenticator. All operators are notified.
      </p>
      <p className="text-quiet">Verify the request with {name} in person or by phone first.</p>
    </DecisionDialog>
  );
}
