"use client";

import { useState } from "react";
import { DecisionDialog } from "@/components/ui/decision-dialog";
import { InvitationLink } from "@/components/ui/invitation-link";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { AdminRequest } from "./queries";
import { requestWords } from "./request-words";

interface ConfirmRequestProps {
  request: AdminRequest;
  onClose: () => void;
}

/** The second administrator's code. Who confirms an invitation gets its link. */
export function ConfirmRequest({ request, onClose }: ConfirmRequestProps) {
  const { requestId, kind, targetName, requestedBy } = request;
  const [link, setLink] = useState<string>();
  const { submit, isBusy, failure } = useSubmission("confirmAdminRequest", {
    onDone: (data) => {
      if (data?.inviteUrl !== undefined) return setLink(data.inviteUrl);
      toast(`Confirmed for ${targetName}`);
      onClose();
    },
  });
  if (link)
    return (
      <InvitationLink
        title={`The invitation of ${targetName}`}
        link={link}
        whom="them"
        note="They set a password and an authenticator. Where two administrators approve, you and they count as one."
        onClose={onClose}
      />
    );
  return (
    <DecisionDialog
      title="Confirm as the second administrator?"
      action={kind === "operator_invitation" ? "Confirm and get the link" : "Confirm the change"}
      isBusy={isBusy}
      failure={failure}
      undone="Nothing was changed."
      unknown="It may have been confirmed: look at the list before you try again."
      onDecide={(totp) => submit({ params: { id: requestId }, body: { totp } })}
      onClose={onClose}
    >
      <p>
        {requestWords(request)}. {requestedBy} asked for this; it takes effect at once.
      </p>
      <p className="text-quiet">
        Ask {requestedBy} in person or by phone whether they asked for it, and confirm only then.
      </p>
    </DecisionDialog>
  );
}
