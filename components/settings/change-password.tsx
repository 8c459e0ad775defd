"use client";

import { type SubmitEvent, useRef } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { toast } from "@/components/ui/toaster";
import { fieldSentences } from "@/lib/api/client/field-sentences";
import { useSubmission } from "@/lib/api/client/use-submission";
import { FormFailure } from "./form-failure";

/** Changes the password, which ends the person's other sessions. */
export function ChangePassword() {
  const form = useRef<HTMLFormElement>(null);
  const { submit, isBusy, failure } = useSubmission("changePassword", {
    onDone: () => {
      form.current?.reset();
      toast("Password changed. Your other sessions were signed out");
    },
  });
  const errors = failure ? fieldSentences(failure.fields) : {};
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? "");
    submit({
      body: { currentPassword: text("currentPassword"), newPassword: text("newPassword") },
    });
  };
  return (
    <Form ref={form} noValidate onSubmit={onSubmit} className="max-w-md space-y-3">
      <TextField
        label="Current password"
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        error={errors.currentPassword}
      />
      <TextField
        label="New password"
        name="newPassword"
        type="password"
        autoComplete="new-password"
        error={errors.newPassword}
        hint="At least 12 characters. A passphrase works well."
      />
      <FormFailure
        title="The password was not changed"
        remedy="Retry: if your current password is rejected, the new one is active."
        failure={failure}
      />
      <Button type="submit" look="plain" size="compact" disabled={isBusy}>
        {isBusy ? "Changing…" : "Change password"}
      </Button>
    </Form>
  );
}
