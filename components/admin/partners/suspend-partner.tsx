"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toaster";
import { fieldSentences } from "@/lib/api/client/field-sentences";
import { useSubmission } from "@/lib/api/client/use-submission";
import { MAX_REASON_CHARACTERS } from "@/lib/contract/reason";
import type { Partner } from "./queries";

/** Suspends a partner; the reason is stored in the audit log. */
export function SuspendPartner({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const { submit, isBusy, failure } = useSubmission("suspendPartner", {
    onDone: () => {
      toast(`${partner.name} is suspended`, { about: partner.partnerId });
      onClose();
    },
  });
  const errors = failure ? fieldSentences(failure.fields) : {};
  return (
    <ConfirmDialog
      title={`Suspend ${partner.name}?`}
      action={`Suspend ${partner.name}`}
      isDangerous
      isBusy={isBusy}
      failure={errors.reason ? undefined : failure}
      undone="The partner was not suspended."
      onConfirm={() => submit({ params: { id: partner.partnerId }, body: { reason } })}
      onClose={onClose}
    >
      <p>
        API keys and sessions are blocked immediately. Deposits are still credited and card
        transactions still settle. You can reactivate the partner at any time.
      </p>
      <TextField
        label="Reason (recorded in the audit log)"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={errors.reason}
        maxLength={MAX_REASON_CHARACTERS}
        autoComplete="off"
      />
    </ConfirmDialog>
  );
}
