"use client";

import { Amount } from "@/components/ui/amount";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { Card } from "./queries";

/** Terminates a card after a confirmation. */
export function TerminateCard({ card, onClose }: { card: Card; onClose: () => void }) {
  const { serviceCardId, last4, availableBalance, ledgerBalance } = card;
  const { submit, isBusy, failure } = useSubmission("terminateCard", {
    onDone: () => {
      toast(`Card ending ${last4} was terminated`, { about: card.serviceCardId });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Terminate card ending ${last4}?`}
      action={`Terminate card ending ${last4}`}
      isDangerous
      isBusy={isBusy}
      failure={failure}
      undone="The card was not terminated."
      onConfirm={() => submit({ params: { serviceCardId } })}
      onClose={onClose}
    >
      <p>This is permanent and cannot be undone.</p>
      <p className="text-quiet">
        {availableBalance > 0 ? (
          <>
            <Amount value={availableBalance} /> is returned to your wallet immediately, without a
            fee
          </>
        ) : (
          "The card has no balance to return"
        )}
        {ledgerBalance > availableBalance &&
          ". Pending holds are returned if the merchant releases them"}
        .
      </p>
    </ConfirmDialog>
  );
}
