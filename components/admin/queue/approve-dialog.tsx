"use client";

import { Amount } from "@/components/ui/amount";
import { DecisionDialog } from "@/components/ui/decision-dialog";
import { toast } from "@/components/ui/toaster";
import { dollars } from "@/components/ui/words";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import type { QueuedWithdrawal } from "./queries";

interface DecisionProps {
  withdrawal: QueuedWithdrawal;
  onDecided: () => void;
  onClose: () => void;
}

/** Approves a withdrawal, or gives the first of two approvals. */
export function ApproveDialog({ withdrawal, onDecided, onClose }: DecisionProps) {
  const { id, amount, netAmount, toAddress, partnerName, approvals, approvalsNeeded } = withdrawal;
  const form = useContractForm("approveWithdrawal", {
    initial: { totp: "" },
    input: ({ totp }) => ({ params: { id }, body: { totp } }),
    onDone: (decided) => {
      const isSent = decided?.status === "approved";
      const outcome = isSent ? "sending" : "a second approval is needed";
      toast(`Approved ${dollars(amount)} for ${partnerName}: ${outcome}`);
      onDecided();
    },
  });
  const given = approvals.filter(({ counts }) => counts).length;
  const isLast = given + 1 >= approvalsNeeded;
  return (
    <DecisionDialog
      form={form}
      code={form.field("totp")}
      title="Approve withdrawal?"
      action={isLast ? "Approve and send" : "Give first approval"}
      undone="Your approval was not recorded."
      onClose={onClose}
    >
      <p>
        <Amount value={netAmount} currency="USDC" /> will be sent on Base for {partnerName} to{" "}
        <code className="font-mono text-small break-all">{toAddress}</code>. This cannot be undone.
      </p>
      {!isLast && (
        <p className="text-quiet">
          <Amount value={amount} /> needs two approvals. Nothing is sent until another administrator
          approves.
        </p>
      )}
    </DecisionDialog>
  );
}
