"use client";

import { DecisionDialog } from "@/components/ui/decision-dialog";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { Partner } from "./queries";

/** Lets a suspended partner work again. */
export function ResumePartner({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const { submit, isBusy, failure } = useSubmission("resumePartner", {
    onDone: () => {
      toast(`${partner.name} works again`, { about: partner.partnerId });
      onClose();
    },
  });
  return (
    <DecisionDialog
      title={`End the suspension of ${partner.name}?`}
      action="End the suspension"
      leave="Keep it as it is"
      isBusy={isBusy}
      failure={failure}
      undone="It stays suspended."
      unknown="It may work again: look at its state before you try again."
      onDecide={(totp) => submit({ params: { id: partner.partnerId }, body: { totp } })}
      onClose={onClose}
    >
      <p>The same API keys and sessions work again, at once.</p>
    </DecisionDialog>
  );
}
