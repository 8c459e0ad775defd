"use client";

import type { SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { CloseButton } from "@/components/ui/close-button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Form } from "@/components/ui/form";
import { PasswordField } from "@/components/ui/password-field";
import { toast } from "@/components/ui/toaster";
import { formErrors } from "@/lib/api/client/form-errors";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { PartnerRole } from "@/lib/contract/roles";
import type { Person } from "./queries";
import { ONE_OF, ROLE_TEXTS } from "./roles";

interface RaiseRoleProps {
  person: Person;
  /** The new role, with more rights. */
  role: PartnerRole;
  onClose: () => void;
}

/** Gives a person a role with more rights. */
export function RaiseRole({ person, role, onClose }: RaiseRoleProps) {
  const { name, personId } = person;
  const { submit, isBusy, failure } = useSubmission("changeRole", {
    onDone: () => {
      toast(`${name} is now ${ONE_OF[role]}`);
      onClose();
    },
  });
  const errors = formErrors(failure);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password") ?? "");
    submit({ params: { personId }, body: { role, password } });
  };
  return (
    <Dialog title={`Make ${name} ${ONE_OF[role]}?`} onClose={onClose}>
      <Form noValidate onSubmit={onSubmit} className="space-y-4">
        <p>{ROLE_TEXTS[role]}. Takes effect immediately.</p>
        <PasswordField
          hint="Required to grant a role with more permissions."
          error={errors.password}
          isFirst
        />
        {failure && Object.keys(errors).length === 0 && (
          <ErrorPanel
            title="The role was not changed"
            failure={failure}
            undone={`${name} is still ${ONE_OF[person.role]}.`}
          />
        )}
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <CloseButton data-first-focus={undefined}>Cancel</CloseButton>
          <Button type="submit" disabled={isBusy}>
            {isBusy ? "Saving…" : `Make ${name} ${ONE_OF[role]}`}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
