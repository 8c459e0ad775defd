"use client";

import { CloseButton } from "@/components/ui/close-button";
import { Dialog } from "@/components/ui/dialog";
import { PasswordField } from "@/components/ui/password-field";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import type { PartnerRole } from "@/lib/contract/roles";
import { KeysOfPerson, useKeysOfPerson } from "./keys-of-person";
import { ownerPassword } from "./owner-password";
import type { Person } from "./queries";
import { ONE_OF, ROLE_TEXTS } from "./roles";

interface LowerRoleProps {
  person: Person;
  /** The new role, with fewer rights. */
  role: PartnerRole;
  onClose: () => void;
}

/** Gives a person a role with fewer rights; to undo this needs the password, and so does the change of an owner. */
export function LowerRole({ person, role, onClose }: LowerRoleProps) {
  const { name, personId } = person;
  const keys = useKeysOfPerson(person, role);
  const form = useContractForm("changeRole", {
    initial: ownerPassword(person),
    input: ({ password }) => ({
      params: { personId },
      // Empty when the person was an owner as the dialog opened and is none now: then there is no field to fill.
      body: { role, password: password || undefined, keepKeyIds: [...keys.kept] },
    }),
    onDone: () => {
      toast(`${name} is now ${ONE_OF[role]}`);
      onClose();
    },
  });
  return (
    <Dialog title={`Make ${name} ${ONE_OF[role]}?`} onClose={onClose}>
      <RequestForm
        form={form}
        title="The request failed"
        undone={`${name} is still ${ONE_OF[person.role]}.`}
        action={`Make ${name} ${ONE_OF[role]}`}
        busy="Working…"
        isReady={keys.lost !== undefined}
        leave={<CloseButton className="shrink-0">Cancel</CloseButton>}
      >
        <div className="space-y-2 wrap-anywhere">
          <p>{ROLE_TEXTS[role]}. Takes effect immediately.</p>
          <KeysOfPerson person={person} keys={keys} />
        </div>
        {person.role === "owner" && (
          <PasswordField
            hint="Required to change the role of an owner."
            {...form.field("password")}
          />
        )}
      </RequestForm>
    </Dialog>
  );
}
