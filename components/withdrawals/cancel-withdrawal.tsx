"use client";

import { goTo, useAddress } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { Withdrawal } from "./queries";

interface CancelWithdrawalProps {
  withdrawal: Withdrawal;
  /** The reader decides as the second person of the partner, and rejects it by a cancellation. */
  isRejection?: boolean;
}

/** Cancels a pending withdrawal. */
export function CancelWithdrawal({ withdrawal, isRejection = false }: CancelWithdrawalProps) {
  const verb = isRejection ? "Reject" : "Cancel";
  const { params, withParams } = useAddress();
  const { submit, isBusy, failure, reset } = useSubmission("cancelWithdrawal", {
    onDone: () => {
      toast("Withdrawal cancelled. The amount was refunded to your wallet");
      goTo(withParams({ do: undefined }), { isReplacing: true });
    },
  });
  const close = () => {
    reset();
    goTo(withParams({ do: undefined }), { isReplacing: true });
  };
  return (
    <>
      <Button
        look="plain"
        size="compact"
        onClick={() => goTo(withParams({ do: "cancel" }), { isReplacing: true })}
      >
        {verb} withdrawal
      </Button>
      {params.get("do") === "cancel" && (
        <ConfirmDialog
          title={`${verb} withdrawal?`}
          action={`${verb} withdrawal`}
          leave="Keep withdrawal"
          isDangerous
          isBusy={isBusy}
          failure={failure}
          undone="The withdrawal was not cancelled."
          onConfirm={() => submit({ params: { id: withdrawal.id } })}
          onClose={close}
        >
          <p>
            <Amount value={withdrawal.amount} /> is refunded to your wallet immediately. Nothing is
            sent.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
