"use client";

import { type SubmitEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeField } from "@/components/ui/code-field";
import { Dialog } from "@/components/ui/dialog";
import { SelectField, TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { InvitationFailure } from "@/components/ui/invitation-failure";
import { InvitationLink } from "@/components/ui/invitation-link";
import { toast } from "@/components/ui/toaster";
import { capitalised } from "@/components/ui/words";
import { formErrors } from "@/lib/api/client/form-errors";
import { useSubmission } from "@/lib/api/client/use-submission";
import { OPERATOR_ROLES, type OperatorRole } from "@/lib/contract/roles";
import { ROLE_TEXTS } from "./role-texts";

/** Creates an invitation link of an operator. */
export function InviteOperator({ onClose }: { onClose: () => void }) {
  const [role, setRole] = useState<OperatorRole>("approver");
  const [code, setCode] = useState("");
  const [link, setLink] = useState<string>();
  const { submit, isBusy, failure } = useSubmission("inviteOperator", {
    onDone: (data) => {
      if (data?.request === undefined) return setLink(data?.inviteUrl);
      toast(
        `Invitation of ${data.request.targetName} is pending confirmation by a second administrator`,
      );
      onClose();
    },
  });
  const errors = formErrors(failure);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email") ?? "").trim();
    submit({ body: { email, role, totp: code } });
  };
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
      <Form noValidate onSubmit={onSubmit} className="space-y-4">
        <TextField
          label="Email"
          name="email"
          type="email"
          error={errors.email}
          data-first-focus=""
        />
        <SelectField
          label="Role"
          value={role}
          onChange={(event) => setRole(event.target.value as OperatorRole)}
          hint={ROLE_TEXTS[role]}
        >
          {OPERATOR_ROLES.map((each) => (
            <option key={each} value={each}>
              {capitalised(each)}
            </option>
          ))}
        </SelectField>
        <CodeField
          code={code}
          error={errors.totp}
          hint="This person may be able to approve payouts. Enter the code from your authenticator."
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
