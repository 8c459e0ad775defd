"use client";

import { DecisionDialog } from "@/components/ui/decision-dialog";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { MAX_REASON_CHARACTERS } from "@/lib/contract/reason";
import type { Partner } from "./queries";

/** Suspends a partner; the reason is stored in the audit log. */
export function SuspendPartner({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const form = useContractForm("suspendPartner", {
    initial: { reason: "" },
    input: ({ reason }) => ({ params: { id: partner.partnerId }, body: { reason } }),
    onDone: () => {
      toast(`${partner.name} is suspended`, { about: partner.partnerId });
      onClose();
    },
  });
  return (
    <DecisionDialog
      form={form}
      title={`Suspend ${partner.name}?`}
      action={`Suspend ${partner.name}`}
      isDangerous
      undone="The partner was not suspended."
      onClose={onClose}
    >
      <p>
        API keys and sessions are blocked immediately. Deposits are still credited and card
        transactions still settle. You can reactivate the partner at any time.
      </p>
      <TextField
        label="Reason (recorded in the audit log)"
        {...form.field("reason")}
        maxLength={MAX_REASON_CHARACTERS}
        autoComplete="off"
      />
    </DecisionDialog>
  );
}
