"use client";

import { DecisionDialog } from "@/components/ui/decision-dialog";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import type { Partner } from "./queries";

/** Ends the suspension of a partner. */
export function ResumePartner({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const form = useContractForm("resumePartner", {
    initial: { totp: "" },
    input: ({ totp }) => ({ params: { id: partner.partnerId }, body: { totp } }),
    onDone: () => {
      toast(`${partner.name} reactivated`, { about: partner.partnerId });
      onClose();
    },
  });
  return (
    <DecisionDialog
      form={form}
      code={form.field("totp")}
      title={`Reactivate ${partner.name}?`}
      action="Reactivate"
      leave="Cancel"
      undone="The partner is still suspended."
      onClose={onClose}
    >
      <p>Its API keys and sessions work again immediately.</p>
    </DecisionDialog>
  );
}
