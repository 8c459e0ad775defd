"use client";

import { type ReactNode, useState } from "react";
import { Amount } from "@/components/ui/amount";
import { DecisionDialog } from "@/components/ui/decision-dialog";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toaster";
import { dollars } from "@/components/ui/words";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import type { ApiData } from "@/lib/api/client/types";
import type { QueuedWithdrawal } from "./queries";
import { missingApprovals } from "./rights";
import { SignDialog } from "./sign-dialog";

interface DecisionProps {
  withdrawal: QueuedWithdrawal;
  onDecided: () => void;
  onClose: () => void;
}

interface CodeDialogProps {
  withdrawal: QueuedWithdrawal;
  /** The payment that the withdrawal may repeat, as the approver read it. */
  seenTxHash: string | undefined;
  action: string;
  children: ReactNode;
  onDone: (decided: ApiData<"approveWithdrawal"> | undefined) => void;
  onClose: () => void;
}

/** Approves a withdrawal with a code of the authenticator app. */
function CodeDialog({
  withdrawal: { id },
  seenTxHash,
  action,
  children,
  onDone,
  onClose,
}: CodeDialogProps) {
  const form = useContractForm("approveWithdrawal", {
    initial: { totp: "" },
    input: ({ totp }) => ({ params: { id }, body: { totp, samePayment: seenTxHash } }),
    onDone,
  });
  return (
    <DecisionDialog
      form={form}
      code={form.field("totp")}
      title="Approve withdrawal?"
      action={action}
      undone="Your approval was not recorded."
      onClose={onClose}
    >
      {children}
    </DecisionDialog>
  );
}

/** The consequence of the approval. */
function Consequence({ withdrawal, isLast }: { withdrawal: QueuedWithdrawal; isLast: boolean }) {
  const { amount, netAmount, toAddress, partnerName, samePayment } = withdrawal;
  return (
    <>
      {samePayment && (
        <Notice state="failed" title="Paid already?">
          <p className="text-small">
            This amount was paid to this address before the database was restored. Approve only if
            the partner confirmed that this is another payment.
          </p>
        </Notice>
      )}
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
    </>
  );
}

/** Approves a withdrawal, or gives the first of two approvals. A large one is signed with a passkey. */
export function ApproveDialog({ withdrawal, onDecided, onClose }: DecisionProps) {
  const { amount, partnerName, signing } = withdrawal;
  // One that is found while the dialog is open was not read: the service refuses the approval and says so.
  const [seenTxHash] = useState(withdrawal.samePayment?.txHash);
  const onDone: CodeDialogProps["onDone"] = (decided) => {
    const isSent = decided?.status === "approved";
    const outcome = isSent ? "sending" : "a second approval is needed";
    toast(`Approved ${dollars(amount)} for ${partnerName}: ${outcome}`);
    onDecided();
  };
  const isLast = missingApprovals(withdrawal) <= 1;
  const action = isLast ? "Approve and send" : "Give first approval";
  const common = { withdrawal, seenTxHash, action, onDone, onClose };
  const consequence = <Consequence withdrawal={withdrawal} isLast={isLast} />;
  return signing ? (
    <SignDialog {...common} signing={signing}>
      {consequence}
    </SignDialog>
  ) : (
    <CodeDialog {...common}>{consequence}</CodeDialog>
  );
}
