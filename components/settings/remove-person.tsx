"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/fetch/use-submission";
import type { Person } from "./queries";

/** Takes somebody's access away. */
export function RemovePerson({ person, onClose }: { person: Person; onClose: () => void }) {
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
      undone="They still have access."
      onConfirm={() => submit({ params: { personId: person.personId } })}
      onClose={onClose}
    >
      <p>Their sessions end at once, and they cannot sign in any more. API keys go on working.</p>
    </ConfirmDialog>
  );
}
