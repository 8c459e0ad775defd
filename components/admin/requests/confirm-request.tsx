"use client";

import { useState } from "react";
import { DecisionDialog } from "@/components/ui/decision-dialog";
import { InvitationLink } from "@/components/ui/invitation-link";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import type { AdminRequest } from "./queries";
import { requestWords } from "./request-words";

const OPERATOR_NOTE =
  "They’ll set a password and an authenticator. Where two approvals are required, you and they count as one approver.";

interface ConfirmRequestProps {
  request: AdminRequest;
  onClose: () => void;
}

/** Asks for the second administrator's code. The link of a confirmed invitation is shown to that administrator. */
export function ConfirmRequest({ request, onClose }: ConfirmRequestProps) {
  const { requestId, kind, targetName, requestedBy, email } = request;
  const isInvitation = kind === "operator_invitation" || kind === "partner_owner";
  const [link, setLink] = useState<string>();
  const form = useContractForm("confirmAdminRequest", {
    initial: { totp: "" },
    input: ({ totp }) => ({ params: { id: requestId }, body: { totp } }),
    onDone: (data) => {
      if (data?.inviteUrl !== undefined) return setLink(data.inviteUrl);
      toast(`Confirmed for ${targetName}`);
      onClose();
    },
  });
  if (link)
    return (
      <InvitationLink
        title={`Invitation link for ${email ?? targetName}`}
        link={link}
        whom="them"
        {...(kind === "operator_invitation" && { note: OPERATOR_NOTE })}
        onClose={onClose}
      />
    );
  return (
    <DecisionDialog
      form={form}
      code={form.field("totp")}
      title="Confirm as the second administrator?"
      action={isInvitation ? "Confirm and get link" : "Confirm change"}
      undone="No changes were made."
      onClose={onClose}
    >
      <p>
        {requestWords(request)}. Requested by {requestedBy}. Takes effect immediately.
      </p>
      <p className="text-quiet">
        Verify the request with {requestedBy} in person or by phone before you confirm.
      </p>
    </DecisionDialog>
  );
}
