"use client";

import { DecisionDialog } from "@/components/ui/decision-dialog";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { MAX_REASON_CHARACTERS } from "@/lib/contract/reason";
import type { ServiceHealth } from "./queries";

interface CloseAlertProps {
  alert: ServiceHealth["alerts"][number];
  onClose: () => void;
}

/** Closes an alert; the reason is stored in the audit log. */
export function CloseAlert({ alert, onClose }: CloseAlertProps) {
  const form = useContractForm("settleAlert", {
    initial: { totp: "", reason: "" },
    input: ({ totp, reason }) => ({
      params: { id: alert.id },
      body: { totp, reason: reason.trim() },
    }),
    onDone: () => {
      toast(`Alert about ${alert.subject} closed`);
      onClose();
    },
  });
  return (
    <DecisionDialog
      form={form}
      code={form.field("totp")}
      title="Close alert?"
      action="Close alert"
      leave="Keep open"
      undone="The alert is still open."
      onClose={onClose}
    >
      <p className="break-words">{alert.text}</p>
      <p>Close the alert after you have resolved it. Closing moves no money.</p>
      <TextField
        label="Reason (recorded in the audit log)"
        {...form.field("reason")}
        maxLength={MAX_REASON_CHARACTERS}
        autoComplete="off"
        hint="For example, who agreed to it and when."
      />
    </DecisionDialog>
  );
}
