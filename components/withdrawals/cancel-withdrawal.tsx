"use client";

import { goTo, useAddress } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { Withdrawal } from "./queries";

/** Cancels a pending withdrawal. */
export function CancelWithdrawal({ withdrawal }: { withdrawal: Withdrawal }) {
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
        Cancel withdrawal
      </Button>
      {params.get("do") === "cancel" && (
        <ConfirmDialog
          title="Cancel withdrawal?"
          action="Cancel withdrawal"
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
