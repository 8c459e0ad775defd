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

/** Makes a link with which an owner of the partner comes in. */
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
      <InvitationLink
        title="The owner’s invitation"
        link={link}
        whom="the owner"
        onClose={onClose}
      />
    );
  return (
    <Dialog title={`Invite an owner of ${partner.name}`} onClose={onClose}>
      <Form noValidate onSubmit={onSubmit} className="space-y-4">
        <TextField
          label="E-mail"
          name="email"
          type="email"
          error={errors.email}
          hint="A link made for the same e-mail before ends."
          autoComplete="off"
          data-first-focus=""
        />
        <CodeField
          code={code}
          error={errors.totp}
          hint="An owner moves the partner’s money: six digits from your authenticator."
          onChange={setCode}
        />
        {failure && Object.keys(errors).length === 0 && <InvitationFailure failure={failure} />}
        <Button type="submit" disabled={isBusy} className="w-full">
          {isBusy ? "Inviting…" : "Make the link"}
        </Button>
      </Form>
    </Dialog>
  );
}
