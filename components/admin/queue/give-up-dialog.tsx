"use client";

import { Amount } from "@/components/ui/amount";
import { DecisionDialog } from "@/components/ui/decision-dialog";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { MAX_REASON_CHARACTERS } from "@/lib/contract/reason";
import type { QueuedWithdrawal } from "./queries";

interface GiveUpDialogProps {
  withdrawal: QueuedWithdrawal;
  onDecided: () => void;
  onClose: () => void;
}

/** Fails an approved withdrawal that cannot be sent; the partner sees the reason. */
export function GiveUpDialog({ withdrawal, onDecided, onClose }: GiveUpDialogProps) {
  const { id, amount, partnerName } = withdrawal;
  const form = useContractForm("failWithdrawal", {
    initial: { totp: "", reason: "" },
    input: ({ totp, reason }) => ({ params: { id }, body: { totp, reason: reason.trim() } }),
    onDone: () => {
      toast("Withdrawal failed. The amount was refunded to the partner’s wallet");
      onDecided();
    },
  });
  return (
    <DecisionDialog
      form={form}
      code={form.field("totp")}
      title="Fail withdrawal?"
      action="Fail withdrawal"
      isDangerous
      undone="The withdrawal was not changed."
      onClose={onClose}
    >
      <p>
        No transfer was signed for this withdrawal. Its status changes to failed, and{" "}
        <Amount value={amount} /> is refunded to the wallet of {partnerName} immediately.
      </p>
      <TextField
        label="Reason"
        {...form.field("reason")}
        maxLength={MAX_REASON_CHARACTERS}
        hint={`Shown to the partner. ${form.values.reason.length} of ${MAX_REASON_CHARACTERS} characters.`}
      />
    </DecisionDialog>
  );
}
