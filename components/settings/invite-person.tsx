"use client";

import { type SubmitEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { SelectField, TextField } from "@/components/ui/field";
import { InvitationLink } from "@/components/ui/invitation-link";
import { capitalised } from "@/components/ui/words";
import { PARTNER_ROLES, type PartnerRole } from "@/lib/auth/roles";
import { fieldSentences } from "@/lib/fetch/check-fields";
import { useSubmission } from "@/lib/fetch/use-submission";
import { FormFailure } from "./form-failure";
import { ROLE_TEXTS } from "./roles";

/** Makes a link with which somebody joins. */
export function InvitePerson({ onClose }: { onClose: () => void }) {
  const [role, setRole] = useState<PartnerRole>("developer");
  const [link, setLink] = useState<string>();
  const { submit, isBusy, failure } = useSubmission("invitePerson", {
    onDone: (data) => setLink(data?.inviteUrl),
  });
  const errors = failure ? fieldSentences(failure.fields) : {};
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email") ?? "").trim();
    submit({ body: { email, role } });
  };
  if (link)
    return <InvitationLink title="The invitation" link={link} whom="them" onClose={onClose} />;
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      <form noValidate onSubmit={onSubmit} className="space-y-4">
        <TextField
          label="E-mail"
          name="email"
          type="email"
          error={errors.email}
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
        <FormFailure title="Nobody was invited" failure={failure} />
        <Button type="submit" disabled={isBusy} className="w-full">
          {isBusy ? "Inviting…" : "Make the link"}
        </Button>
      </form>
    </Dialog>
  );
}
