"use client";

import { type SubmitEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { SelectField, TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { InvitationFailure } from "@/components/ui/invitation-failure";
import { InvitationLink } from "@/components/ui/invitation-link";
import { PasswordField } from "@/components/ui/password-field";
import { capitalised } from "@/components/ui/words";
import { formErrors } from "@/lib/api/client/form-errors";
import { useSubmission } from "@/lib/api/client/use-submission";
import { PARTNER_ROLES, type PartnerRole } from "@/lib/contract/roles";
import { ROLE_TEXTS } from "./roles";

/** Creates an invitation link of a person. */
export function InvitePerson({ onClose }: { onClose: () => void }) {
  const [role, setRole] = useState<PartnerRole>("developer");
  const [link, setLink] = useState<string>();
  const { submit, isBusy, failure } = useSubmission("invitePerson", {
    onDone: (data) => setLink(data?.inviteUrl),
  });
  const errors = formErrors(failure);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "");
    submit({ body: { email: text("email").trim(), role, password: text("password") } });
  };
  if (link)
    return <InvitationLink title="Invitation link" link={link} whom="them" onClose={onClose} />;
  return (
    <Dialog title="Invite member" onClose={onClose}>
      <Form noValidate onSubmit={onSubmit} className="space-y-4">
        <TextField
          label="Email"
          name="email"
          type="email"
          error={errors.email}
          autoComplete="off"
          data-first-focus=""
        />
        <SelectField
          label="Role"
          value={role}
          onChange={(event) => setRole(event.target.value as PartnerRole)}
          hint={ROLE_TEXTS[role]}
        >
          {PARTNER_ROLES.map((each) => (
            <option key={each} value={each}>
              {capitalised(each)}
            </option>
          ))}
        </SelectField>
        <PasswordField
          hint="New members keep access until you remove them."
          error={errors.password}
        />
        {failure && Object.keys(errors).length === 0 && <InvitationFailure failure={failure} />}
        <Button type="submit" disabled={isBusy} className="w-full">
          {isBusy ? "Creating…" : "Create invite link"}
        </Button>
      </Form>
    </Dialog>
  );
}
