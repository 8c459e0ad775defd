"use client";

import { useState } from "react";
import { ButtonLink } from "@/components/ui/button-link";
import { TextField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { Statement } from "@/components/ui/statement";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";

interface NewPasswordProps {
  token: string;
  email: string;
}

/** Sets a new password by a link, then leads to the sign-in, which still asks for the second factor. */
export function NewPassword({ token, email }: NewPasswordProps) {
  const [isDone, setDone] = useState(false);
  const form = useContractForm("resetPassword", {
    initial: { password: "" },
    input: (values) => ({ params: { token }, body: values }),
    onDone: () => setDone(true),
  });
  if (isDone)
    return (
      <div role="status">
        <Statement
          state="settled"
          title="Your password was changed"
          actions={<ButtonLink href="/sign-in">Sign in</ButtonLink>}
        >
          <p className="text-quiet">
            All your sessions were signed out. Sign in with your new password. If you use an
            authenticator app, you still need its code.
          </p>
        </Statement>
      </div>
    );
  return (
    <RequestForm
      form={form}
      className="space-y-4 pt-[5vh]"
      title="The password was not changed"
      undone="No changes were made."
      remedy="Try to sign in with the new password."
      action="Set password"
      busy="Saving…"
    >
      <h1 className="text-large font-semibold">Set a new password</h1>
      <p className="text-quiet wrap-anywhere">For {email}. All your sessions will be signed out.</p>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        {...form.field("password")}
        hint="At least 12 characters. A passphrase works well."
      />
    </RequestForm>
  );
}
