"use client";

import type { SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorPanel } from "@/components/ui/error-panel";
import { TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { formErrors } from "@/lib/api/client/form-errors";
import { useSubmission } from "@/lib/api/client/use-submission";
import { BASIC_SCOPES, OWNER_SCOPES } from "@/lib/contract/scopes";
import { KeyPassword } from "./key-password";
import { KeyScopes } from "./key-scopes";

interface CreateKeyProps {
  onCreated: (apiKey: string) => void;
  onClose: () => void;
}

/** Creates an API key with a name. */
export function CreateKey({ onCreated, onClose }: CreateKeyProps) {
  const { submit, isBusy, failure } = useSubmission("createApiKey", {
    onDone: (data) => (data ? onCreated(data.apiKey) : onClose()),
  });
  const errors = formErrors(failure);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "");
    const granted = form.getAll("scopes");
    const scopes = [...BASIC_SCOPES, ...OWNER_SCOPES.filter((scope) => granted.includes(scope))];
    submit({ body: { name: text("name"), scopes, password: text("password") } });
  };
  return (
    <Dialog title="Create API key" onClose={onClose}>
      <Form noValidate onSubmit={onSubmit} className="space-y-4">
        <TextField
          label="Name"
          name="name"
          error={errors.name}
          hint="What the key is used for, such as booking server."
          maxLength={100}
          autoComplete="off"
          data-first-focus=""
        />
        <KeyScopes />
        <KeyPassword error={errors.password} />
        {failure && Object.keys(errors).length === 0 && (
          <ErrorPanel
            title="The key was not created"
            remedy="Check the list and revoke any key you do not recognize."
            failure={failure}
          />
        )}
        <Button type="submit" disabled={isBusy} className="w-full">
          {isBusy ? "Creating…" : "Create key"}
        </Button>
      </Form>
    </Dialog>
  );
}
