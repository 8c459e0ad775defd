"use client";

import { TextField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";

/** Changes the password, which ends the person's other sessions. */
export function ChangePassword() {
  const form = useContractForm("changePassword", {
    initial: { currentPassword: "", newPassword: "" },
    input: (values) => ({ body: values }),
    names: { PASSWORD_INVALID: "currentPassword" },
    onDone: () => {
      form.reset();
      toast("Password changed. Your other sessions were signed out");
    },
  });
  return (
    <RequestForm
      form={form}
      isCompact
      isPlain
      className="max-w-md space-y-3"
      title="The password was not changed"
      undone="No changes were made."
      remedy="Retry: if your current password is rejected, the new one is active."
      action="Change password"
      busy="Changing…"
    >
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        {...form.field("currentPassword")}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        {...form.field("newPassword")}
        hint="At least 12 characters. A passphrase works well."
      />
    </RequestForm>
  );
}
