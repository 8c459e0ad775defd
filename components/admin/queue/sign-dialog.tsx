"use client";

import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { signWithPasskey } from "@/lib/api/client/passkeys";
import type { ApiData } from "@/lib/api/client/types";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { QueuedWithdrawal } from "./queries";

interface SignDialogProps {
  withdrawal: QueuedWithdrawal;
  signing: NonNullable<QueuedWithdrawal["signing"]>;
  /** The payment that the withdrawal may repeat, as the approver read it. */
  seenTxHash: string | undefined;
  action: string;
  /** Called before the approval is signed. Returns true if the approver read another effect of it. */
  refuseIfOvertaken: () => boolean;
  children: ReactNode;
  onDone: (decided: ApiData<"approveWithdrawal"> | undefined) => void;
  onClose: () => void;
}

/** Approves a withdrawal with the approver's passkey, which signs what will be sent. */
export function SignDialog(props: SignDialogProps) {
  const { withdrawal, signing, seenTxHash, action, refuseIfOvertaken, children, onDone, onClose } =
    props;
  const [isSigning, setSigning] = useState(false);
  const [fault, setFault] = useState<string>();
  const { submit, isBusy, failure } = useSubmission("approveWithdrawal", { onDone });
  const { id } = withdrawal;
  const sign = async () => {
    if (refuseIfOvertaken()) return;
    setSigning(true);
    setFault(undefined);
    const { made: signature, fault } = await signWithPasskey(signing);
    setSigning(false);
    setFault(fault);
    if (signature) submit({ params: { id }, body: { signature, samePayment: seenTxHash } });
  };
  return (
    <ConfirmDialog
      title="Approve withdrawal?"
      action={`${action} with a passkey`}
      isBusy={isBusy || isSigning}
      failure={failure}
      undone="Your approval was not recorded."
      onConfirm={sign}
      onClose={onClose}
    >
      {children}
      <p className="text-small text-quiet">
        Your passkey signs the address and the amount. Nothing else can be sent with your signature.
        If you have none, add one under{" "}
        <Link href="/admin/account" className="text-accent underline underline-offset-4">
          Your account
        </Link>
        .
      </p>
      {fault && (
        <Notice state="failed" title="Not signed" isLive>
          <p>{fault}</p>
        </Notice>
      )}
    </ConfirmDialog>
  );
}
