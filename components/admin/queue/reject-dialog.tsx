"use client";

import { Amount } from "@/components/ui/amount";
import { DecisionDialog } from "@/components/ui/decision-dialog";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toaster";
import { dollars } from "@/components/ui/words";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { MAX_REASON_CHARACTERS } from "@/lib/contract/reason";
import type { QueuedWithdrawal } from "./queries";

interface RejectDialogProps {
  withdrawal: QueuedWithdrawal;
  onDecided: () => void;
  onClose: () => void;
}

/** Rejects a withdrawal; the partner sees the reason. */
export function RejectDialog({ withdrawal, onDecided, onClose }: RejectDialogProps) {
  const { id, amount, partnerName } = withdrawal;
  const form = useContractForm("rejectWithdrawal", {
    initial: { totp: "", reason: "" },
    input: ({ totp, reason }) => ({
      params: { id },
      body: { totp, ...(reason.trim() === "" ? {} : { reason: reason.trim() }) },
    }),
    onDone: () => {
      toast(`Rejected ${dollars(amount)} for ${partnerName}. The amount was refunded`);
      onDecided();
    },
  });
  return (
    <DecisionDialog
      form={form}
      code={form.field("totp")}
      title="Reject withdrawal?"
      action="Reject withdrawal"
      isDangerous
      undone="The withdrawal was not rejected."
      onClose={onClose}
    >
      <p>
        Nothing is sent. <Amount value={amount} /> is refunded to the wallet of {partnerName}{" "}
        immediately.
      </p>
      <TextField
        label="Reason"
        required={false}
        {...form.field("reason")}
        maxLength={MAX_REASON_CHARACTERS}
        hint={`Shown to the partner. ${form.values.reason.length} of ${MAX_REASON_CHARACTERS} characters.`}
      />
    </DecisionDialog>
  );
}
