"use client";

import { DecisionDialog } from "@/components/ui/decision-dialog";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import type { OperatorRole } from "@/lib/contract/roles";
import { type Operator, useAreTwoNeeded } from "./queries";
import { effectOf, ROLE_TEXTS } from "./role-texts";

interface ChangeRoleProps {
  operator: Operator;
  /** The new role. */
  role: OperatorRole;
  onClose: () => void;
}

/** Confirms the change of an operator's role. */
export function ChangeRole({ operator, role, onClose }: ChangeRoleProps) {
  const { name, personId } = operator;
  const effect = effectOf(operator.role, role, useAreTwoNeeded());
  const form = useContractForm("changeOperatorRole", {
    initial: { totp: "" },
    input: ({ totp }) => ({ params: { id: personId }, body: { role, totp } }),
    onDone: (data) => {
      toast(
        data?.request
          ? `New role of ${name} is pending confirmation by a second administrator`
          : `Role of ${name} changed`,
      );
      onClose();
    },
  });
  return (
    <DecisionDialog
      form={form}
      code={form.field("totp")}
      title={`Make ${name} an ${role}?`}
      action={`Make ${name} an ${role}`}
      leave="Cancel"
      undone={`${name} is still ${operator.role}.`}
      onClose={onClose}
    >
      <p>
        {effect} {ROLE_TEXTS[role]}
        {operator.role === "admin" && " Their pending invitations are revoked."}
      </p>
    </DecisionDialog>
  );
}
