"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import { KeysOfPerson, useKeysOfPerson } from "./keys-of-person";
import type { Person } from "./queries";

/** Removes a person and their API keys, except those that the owner keeps. */
export function RemovePerson({ person, onClose }: { person: Person; onClose: () => void }) {
  const keys = useKeysOfPerson(person, null);
  const { submit, isBusy, failure } = useSubmission("removePerson", {
    onDone: () => {
      toast(`${person.name} was removed`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Remove ${person.name}?`}
      action={`Remove ${person.name}`}
      isDangerous
      isBusy={isBusy}
      failure={failure}
      undone="They still have access, and their API keys still work."
      isReady={keys.lost !== undefined}
      onConfirm={() =>
        submit({ params: { personId: person.personId }, body: { keepKeyIds: [...keys.kept] } })
      }
      onClose={onClose}
    >
      <p>They are signed out immediately and can no longer sign in.</p>
      <KeysOfPerson person={person} keys={keys} />
    </ConfirmDialog>
  );
}
