"use client";

import { CloseButton } from "@/components/ui/close-button";
import { Dialog } from "@/components/ui/dialog";
import { PasswordField } from "@/components/ui/password-field";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { KeysOfPerson, useKeysOfPerson } from "./keys-of-person";
import { ownerPassword } from "./owner-password";
import type { Person } from "./queries";

/** Removes a person and their API keys, except those that the owner keeps. To remove an owner needs the password. */
export function RemovePerson({ person, onClose }: { person: Person; onClose: () => void }) {
  const { name, personId } = person;
  const keys = useKeysOfPerson(person, null);
  const form = useContractForm("removePerson", {
    initial: ownerPassword(person),
    input: ({ password }) => ({
      params: { personId },
      body: { password, keepKeyIds: [...keys.kept] },
    }),
    onDone: () => {
      toast(`${name} was removed`);
      onClose();
    },
  });
  return (
    <Dialog title={`Remove ${name}?`} onClose={onClose}>
      <RequestForm
        form={form}
        title="The request failed"
        undone="They still have access, and their API keys still work."
        action={`Remove ${name}`}
        busy="Working…"
        isDangerous
        isReady={keys.lost !== undefined}
        leave={<CloseButton className="shrink-0">Cancel</CloseButton>}
      >
        <div className="space-y-2 wrap-anywhere">
          <p>They are signed out immediately and can no longer sign in.</p>
          <KeysOfPerson person={person} keys={keys} />
        </div>
        {person.role === "owner" && (
          <PasswordField hint="Required to remove an owner." {...form.field("password")} />
        )}
      </RequestForm>
    </Dialog>
  );
}
