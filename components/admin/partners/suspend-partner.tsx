"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toaster";
import { fieldSentences } from "@/lib/api/client/field-sentences";
import { useSubmission } from "@/lib/api/client/use-submission";
import { MAX_REASON_CHARACTERS } from "@/lib/contract/reason";
import type { Partner } from "./queries";

/** Stops a partner, with the reason that stands in the audit log. */
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
      undone="It works on as before."
      onConfirm={() => submit({ params: { id: partner.partnerId }, body: { reason } })}
      onClose={onClose}
    >
      <p>
        Its API keys and its people’s sessions stop at once. Nothing is lost: deposits are credited,
        cards settle, and all works again when you end the suspension.
      </p>
      <TextField
        label="Reason, for the audit log"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={errors.reason}
        maxLength={MAX_REASON_CHARACTERS}
        autoComplete="off"
      />
    </ConfirmDialog>
  );
}
