"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/fetch/use-submission";
import type { Partner } from "./queries";

/** Lets a suspended partner work again. */
export function ResumePartner({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const { submit, isBusy, failure } = useSubmission("resumePartner", {
    onDone: () => {
      toast(`${partner.name} works again`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`End the suspension of ${partner.name}?`}
      action="End the suspension"
      isBusy={isBusy}
      failure={failure}
      undone="It stays suspended."
      onConfirm={() => submit({ params: { id: partner.partnerId } })}
      onClose={onClose}
    >
      <p>The same API keys and sessions work again, at once.</p>
    </ConfirmDialog>
  );
}
