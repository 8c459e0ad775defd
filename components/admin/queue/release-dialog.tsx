"use client";

import { DecisionDialog } from "@/components/ui/decision-dialog";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { MAX_REASON_CHARACTERS } from "@/lib/contract/reason";
import type { QueuedWithdrawal } from "./queries";

interface ReleaseDialogProps {
  withdrawal: QueuedWithdrawal;
  onClose: () => void;
}

/** Releases a withdrawal that the sanctions screening holds; the reason stays in the audit log. */
export function ReleaseDialog({ withdrawal, onClose }: ReleaseDialogProps) {
  const { id, status, toAddress } = withdrawal;
  const form = useContractForm("releaseScreening", {
    initial: { totp: "", reason: "" },
    input: ({ totp, reason }) => ({ params: { id }, body: { totp, reason: reason.trim() } }),
    onDone: () => {
      toast("Withdrawal released from the sanctions screening");
      onClose();
    },
  });
  return (
    <DecisionDialog
      form={form}
      code={form.field("totp")}
      title="Release withdrawal?"
      action="Release withdrawal"
      isDangerous
      undone="The withdrawal was not changed."
      onClose={onClose}
    >
      <p>
        <code className="font-mono break-all">{toAddress}</code> is on the sanctions list. Release
        it only if the list is wrong about this address.{" "}
        {status === "approved" ? "The withdrawal is then sent." : "It can then be approved."}
      </p>
      <TextField
        label="Reason"
        {...form.field("reason")}
        maxLength={MAX_REASON_CHARACTERS}
        hint={`Stays in the audit log; the partner does not see it. ${form.values.reason.length} of ${MAX_REASON_CHARACTERS} characters.`}
      />
    </DecisionDialog>
  );
}
