"use client";

import { Dialog } from "@/components/ui/dialog";
import { PasswordField } from "@/components/ui/password-field";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";

/** Removes the identity provider. */
export function RemoveSso({ onClose }: { onClose: () => void }) {
  const form = useContractForm("removeSso", {
    initial: { password: "" },
    input: (values) => ({ body: values }),
    onDone: () => {
      toast("Single sign-on was removed");
      onClose();
    },
  });
  return (
    <Dialog title="Remove single sign-on?" onClose={onClose}>
      <RequestForm
        form={form}
        isDangerous
        title="Single sign-on was not removed"
        undone="It still works."
        action="Remove single sign-on"
        busy="Removing…"
      >
        <p>
          All accounts are unlinked, and everyone signs in with a password again. People who never
          had one set it by email.
        </p>
        <PasswordField
          isFirst
          hint="Required because it changes how everyone signs in."
          {...form.field("password")}
        />
      </RequestForm>
    </Dialog>
  );
}
