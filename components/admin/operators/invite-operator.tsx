"use client";

import { useState } from "react";
import { CodeField } from "@/components/ui/code-field";
import { Dialog } from "@/components/ui/dialog";
import { SelectField, TextField } from "@/components/ui/field";
import { InvitationLink } from "@/components/ui/invitation-link";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { capitalised } from "@/components/ui/words";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { OPERATOR_ROLES, type OperatorRole } from "@/lib/contract/roles";
import { useAreTwoNeeded } from "./queries";
import { ROLE_TEXTS, SECOND_CONFIRMS } from "./role-texts";

/** Creates an invitation link of an operator. */
export function InviteOperator({ onClose }: { onClose: () => void }) {
  const [link, setLink] = useState<string>();
  const areTwoNeeded = useAreTwoNeeded();
  const form = useContractForm("inviteOperator", {
    initial: { email: "", role: "approver" as OperatorRole, totp: "" },
    input: ({ email, role, totp }) => ({ body: { email: email.trim(), role, totp } }),
    onDone: (data) => {
      if (data?.request === undefined) return setLink(data?.inviteUrl);
      toast(
        `Invitation of ${data.request.targetName} is pending confirmation by a second administrator`,
      );
      onClose();
    },
  });
  if (link)
    return (
      <InvitationLink
        title="Invitation link"
        link={link}
        whom="them"
        note="They’ll set a password and an authenticator."
        onClose={onClose}
      />
    );
  return (
    <Dialog title="Invite operator" onClose={onClose}>
      <RequestForm
        form={form}
        title="The invitation was not created"
        undone="No changes were made."
        action="Create invite link"
        busy="Creating…"
      >
        <TextField label="Email" type="email" {...form.field("email")} data-first-focus="" />
        <SelectField label="Role" {...form.field("role")} hint={ROLE_TEXTS[form.values.role]}>
          {OPERATOR_ROLES.map((each) => (
            <option key={each} value={each}>
              {capitalised(each)}
            </option>
          ))}
        </SelectField>
        {areTwoNeeded && form.values.role !== "auditor" && (
          <p className="text-small">{SECOND_CONFIRMS} That administrator gets the link.</p>
        )}
        <CodeField
          {...form.field("totp")}
          hint="This person may be able to approve payouts. Enter the code from your authenticator."
        />
      </RequestForm>
    </Dialog>
  );
}
