"use client";

import { type SubmitEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeField } from "@/components/ui/code-field";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { InvitationFailure } from "@/components/ui/invitation-failure";
import { InvitationLink } from "@/components/ui/invitation-link";
import { formErrors } from "@/lib/api/client/form-errors";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { Partner } from "./queries";

/** Creates an invitation link of an owner of the partner. */
export function InviteOwner({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const [code, setCode] = useState("");
  const [link, setLink] = useState<string>();
  const { submit, isBusy, failure } = useSubmission("inviteOwner", {
    onDone: (data) => setLink(data?.inviteUrl),
  });
  const errors = formErrors(failure);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email") ?? "").trim();
    submit({ params: { id: partner.partnerId }, body: { email, totp: code } });
  };
  if (link)
    return (
      <InvitationLink title="Invitation link" link={link} whom="the owner" onClose={onClose} />
    );
  return (
    <Dialog title={`Invite owner of ${partner.name}`} onClose={onClose}>
      <Form noValidate onSubmit={onSubmit} className="space-y-4">
        <TextField
          label="Email"
          name="email"
          type="email"
          error={errors.email}
          hint="Any earlier invite link for this email is revoked."
          autoComplete="off"
          data-first-focus=""
        />
        <CodeField
          code={code}
          error={errors.totp}
          hint="Owners can move the partner’s money. Enter the code from your authenticator."
          onChange={setCode}
        />
        {failure && Object.keys(errors).length === 0 && <InvitationFailure failure={failure} />}
        <Button type="submit" disabled={isBusy} className="w-full">
          {isBusy ? "Creating…" : "Create invite link"}
        </Button>
      </Form>
    </Dialog>
  );
}
