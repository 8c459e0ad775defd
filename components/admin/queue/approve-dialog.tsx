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
  /** Called before the approval is sent. Returns true if the approver read another effect of it. */
  refuseIfOvertaken: () => boolean;
  children: ReactNode;
  onDone: (decided: ApiData<"approveWithdrawal"> | undefined) => void;
  onClose: () => void;
}

/** Approves a withdrawal with a code of the authenticator app. */
function CodeDialog({
  withdrawal: { id },
  seenTxHash,
  action,
  refuseIfOvertaken,
  children,
  onDone,
  onClose,
}: CodeDialogProps) {
  const form = useContractForm("approveWithdrawal", {
    initial: { totp: "" },
    input: ({ totp }) => ({ params: { id }, body: { totp, samePayment: seenTxHash } }),
    beforeSend: () => {
      const isRefused = refuseIfOvertaken();
      if (isRefused) form.reset();
      return isRefused;
    },
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

/**
 * Whether the approval sends the withdrawal, as the approver read it. Another approval can change that while the dialog is
 * open: the dialog then refuses once, and says what the approval does now.
 */
function useReadEffect(withdrawal: QueuedWithdrawal) {
  const isLast = missingApprovals(withdrawal) <= 1;
  const [isReadAsLast, setReadAsLast] = useState(isLast);
  const [isRefused, setRefused] = useState(false);
  const refuseIfOvertaken = () => {
    setRefused(isReadAsLast !== isLast);
    setReadAsLast(isLast);
    return isReadAsLast !== isLast;
  };
  return { isReadAsLast, isRefused, refuseIfOvertaken };
}

function Refused({ isLast }: { isLast: boolean }) {
  return (
    <Notice state="attention" title="The approvals changed meanwhile" isLive>
      <p className="text-small">
        No approval was recorded just now.{" "}
        {isLast
          ? "Your approval would be the last one: it sends the withdrawal."
          : "Your approval would be the first of two: another administrator must approve, too."}{" "}
        Approve again if you still want to.
      </p>
    </Notice>
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
  const { isReadAsLast, isRefused, refuseIfOvertaken } = useReadEffect(withdrawal);
  const action = isReadAsLast ? "Approve and send" : "Give first approval";
  const common = { withdrawal, seenTxHash, action, refuseIfOvertaken, onDone, onClose };
  const consequence = (
    <>
      <Consequence withdrawal={withdrawal} isLast={isReadAsLast} />
      {isRefused && <Refused isLast={isReadAsLast} />}
    </>
  );
  return signing ? (
    <SignDialog {...common} signing={signing}>
      {consequence}
    </SignDialog>
  ) : (
    <CodeDialog {...common}>{consequence}</CodeDialog>
  );
}
