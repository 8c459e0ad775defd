"use client";

import { useState } from "react";
import { ButtonLink } from "@/components/ui/button-link";
import { TextField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { Statement } from "@/components/ui/statement";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";

/** Requests a link for a new password. The result does not show whether the email has an account. */
export function RequestReset() {
  const [email, setEmail] = useState("");
  const [isDone, setDone] = useState(false);
  const form = useContractForm("requestPasswordReset", {
    initial: { email: "" },
    input: (values) => ({ body: values }),
    onDone: () => setDone(true),
    beforeSend: (values) => {
      setEmail(values.email);
      return false;
    },
  });
  if (isDone)
    return (
      <div role="status">
        <Statement
          state="settled"
          title="Check your email"
          actions={
            <ButtonLink look="plain" href="/sign-in">
              Back to sign-in
            </ButtonLink>
          }
        >
          <p className="text-quiet wrap-anywhere">
            If {email} has an account, we sent it a link to set a new password. The link is valid
            for 30 minutes.
          </p>
          <p className="text-quiet">
            Nothing arrived? Check the spam folder, and wait an hour before you try again.
          </p>
        </Statement>
      </div>
    );
  return (
    <div className="space-y-4 pt-[5vh]">
      <RequestForm
        form={form}
        title="The link was not requested"
        undone="No email was sent."
        action="Send link"
        busy="Sending…"
      >
        <h1 className="text-large font-semibold">Reset your password</h1>
        <p className="text-quiet">
          Enter the email that you sign in with. We’ll send you a link to set a new password.
        </p>
        <TextField label="Email" type="email" autoComplete="username" {...form.field("email")} />
      </RequestForm>
      <ButtonLink look="text" size="compact" href="/sign-in">
        Back to sign-in
      </ButtonLink>
    </div>
  );
}
