"use client";

import { CloseButton } from "@/components/ui/close-button";
import { Dialog } from "@/components/ui/dialog";
import { PasswordField } from "@/components/ui/password-field";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
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
  const form = useContractForm("changeRole", {
    initial: { password: "" },
    input: ({ password }) => ({ params: { personId }, body: { role, password } }),
    onDone: () => {
      toast(`${name} is now ${ONE_OF[role]}`);
      onClose();
    },
  });
  return (
    <Dialog title={`Make ${name} ${ONE_OF[role]}?`} onClose={onClose}>
      <RequestForm
        form={form}
        title="The role was not changed"
        undone={`${name} is still ${ONE_OF[person.role]}.`}
        action={`Make ${name} ${ONE_OF[role]}`}
        busy="Saving…"
        leave={<CloseButton data-first-focus={undefined}>Cancel</CloseButton>}
      >
        <p>{ROLE_TEXTS[role]}. Takes effect immediately.</p>
        <PasswordField
          hint="Required to grant a role with more permissions."
          {...form.field("password")}
          isFirst
        />
      </RequestForm>
    </Dialog>
  );
}
