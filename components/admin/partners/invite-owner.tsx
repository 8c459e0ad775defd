"use client";

import { useState } from "react";
import { CodeField } from "@/components/ui/code-field";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { InvitationLink } from "@/components/ui/invitation-link";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import type { Partner } from "./queries";

interface InviteOwnerProps {
  partner: Partner;
  /** Whether the partner has an owner: then a second administrator must confirm the invitation of another one. */
  hasOwner: boolean;
  onClose: () => void;
}

/** Creates an invitation link of an owner of the partner, or asks a second administrator for it. */
export function InviteOwner({ partner, hasOwner, onClose }: InviteOwnerProps) {
  const [link, setLink] = useState<string>();
  const form = useContractForm("inviteOwner", {
    initial: { email: "", totp: "" },
    input: ({ email, totp }) => ({
      params: { id: partner.partnerId },
      body: { email: email.trim(), totp },
    }),
    onDone: (data) => {
      if (data?.request === undefined) return setLink(data?.inviteUrl);
      toast(
        `Invitation of ${data.request.email} is pending confirmation by a second administrator`,
      );
      onClose();
    },
  });
  if (link)
    return (
      <InvitationLink title="Invitation link" link={link} whom="the owner" onClose={onClose} />
    );
  return (
    <Dialog title={`Invite owner of ${partner.name}`} onClose={onClose}>
      <RequestForm
        form={form}
        title="The invitation was not created"
        undone="No changes were made."
        action="Create invite link"
        busy="Creating…"
      >
        <TextField
          label="Email"
          type="email"
          {...form.field("email")}
          hint="Any earlier invite link for this email is revoked."
          autoComplete="off"
          data-first-focus=""
        />
        <CodeField
          {...form.field("totp")}
          hint={`Owners can move the partner’s money${hasOwner ? ": a second administrator must confirm this invitation" : ""}. Enter the code from your authenticator.`}
        />
      </RequestForm>
    </Dialog>
  );
}
