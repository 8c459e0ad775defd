"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { PartnerRole } from "@/lib/contract/roles";
import { KeysOfPerson, useKeysOfPerson } from "./keys-of-person";
import type { Person } from "./queries";
import { ONE_OF, ROLE_TEXTS } from "./roles";

interface LowerRoleProps {
  person: Person;
  /** The new role, with fewer rights. */
  role: PartnerRole;
  onClose: () => void;
}

/** Gives a person a role with fewer rights; to undo this needs the password. */
export function LowerRole({ person, role, onClose }: LowerRoleProps) {
  const { name, personId } = person;
  const keys = useKeysOfPerson(person, role);
  const { submit, isBusy, failure } = useSubmission("changeRole", {
    onDone: () => {
      toast(`${name} is now ${ONE_OF[role]}`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Make ${name} ${ONE_OF[role]}?`}
      action={`Make ${name} ${ONE_OF[role]}`}
      isBusy={isBusy}
      failure={failure}
      undone={`${name} is still ${ONE_OF[person.role]}.`}
      isReady={keys.lost !== undefined}
      onConfirm={() => submit({ params: { personId }, body: { role, keepKeyIds: [...keys.kept] } })}
      onClose={onClose}
    >
      <p>Takes effect immediately: {ROLE_TEXTS[role].toLowerCase()}.</p>
      <KeysOfPerson person={person} keys={keys} />
    </ConfirmDialog>
  );
}
