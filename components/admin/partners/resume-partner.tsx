"use client";

import { DecisionDialog } from "@/components/ui/decision-dialog";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { Partner } from "./queries";

/** Ends the suspension of a partner. */
export function ResumePartner({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const { submit, isBusy, failure } = useSubmission("resumePartner", {
    onDone: () => {
      toast(`${partner.name} reactivated`, { about: partner.partnerId });
      onClose();
    },
  });
  return (
    <DecisionDialog
      title={`Reactivate ${partner.name}?`}
      action="Reactivate"
      leave="Cancel"
      isBusy={isBusy}
      failure={failure}
      undone="The partner is still suspended."
      onDecide={(totp) => submit({ params: { id: partner.partnerId }, body: { totp } })}
      onClose={onClose}
    >
      <p>Its API keys and sessions work again immediately.</p>
    </DecisionDialog>
  );
}
