"use client";

import { Amount } from "@/components/ui/amount";
import { DecisionDialog } from "@/components/ui/decision-dialog";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { MAX_REASON_CHARACTERS } from "@/lib/contract/reason";
import type { HeldDeposit } from "./queries";

/** Credits a held deposit; the reason is stored in the audit log. */
export function CreditDialog({ deposit, onClose }: { deposit: HeldDeposit; onClose: () => void }) {
  const { depositId: id, amount, partnerName } = deposit;
  const form = useContractForm("releaseHeldDeposit", {
    initial: { totp: "", reason: "" },
    input: ({ totp, reason }) => ({ params: { id }, body: { totp, reason: reason.trim() } }),
    onDone: () => {
      toast(`Credited to ${partnerName}`);
      onClose();
    },
  });
  return (
    <DecisionDialog
      form={form}
      code={form.field("totp")}
      title="Credit deposit?"
      action="Credit wallet"
      undone="The deposit was not credited."
      onClose={onClose}
    >
      <p>
        <Amount value={amount} /> will be credited to the wallet of {partnerName}. The partner is
        notified by webhook. This cannot be undone.
      </p>
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
