"use client";

import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { SelectField, TextField } from "@/components/ui/field";
import { InvitationLink } from "@/components/ui/invitation-link";
import { PasswordField } from "@/components/ui/password-field";
import { RequestForm } from "@/components/ui/request-form";
import { capitalised } from "@/components/ui/words";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { PARTNER_ROLES, type PartnerRole } from "@/lib/contract/roles";
import { ROLE_TEXTS } from "./roles";

/** Creates an invitation link of a person. */
export function InvitePerson({ onClose }: { onClose: () => void }) {
  const [link, setLink] = useState<string>();
  const form = useContractForm("invitePerson", {
    initial: { email: "", role: "developer" as PartnerRole, password: "" },
    input: ({ email, role, password }) => ({ body: { email: email.trim(), role, password } }),
    onDone: (data) => setLink(data?.inviteUrl),
  });
  if (link)
    return <InvitationLink title="Invitation link" link={link} whom="them" onClose={onClose} />;
  return (
    <Dialog title="Invite member" onClose={onClose}>
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
          autoComplete="off"
          data-first-focus=""
        />
        <SelectField label="Role" {...form.field("role")} hint={ROLE_TEXTS[form.values.role]}>
          {PARTNER_ROLES.map((each) => (
            <option key={each} value={each}>
              {capitalised(each)}
            </option>
          ))}
        </SelectField>
        <PasswordField
          hint="New members keep access until you remove them."
          {...form.field("password")}
        />
      </RequestForm>
    </Dialog>
  );
}
