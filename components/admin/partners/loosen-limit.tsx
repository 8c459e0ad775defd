"use client";

import { Amount } from "@/components/ui/amount";
import { DecisionDialog } from "@/components/ui/decision-dialog";
import type { Failure } from "@/components/ui/failure";
import type { Partner } from "./queries";

interface LoosenLimitProps {
  partner: Partner;
  /** The amount above which two must approve from now on; null: none. */
  wanted: number | null;
  isBusy: boolean;
  failure: Failure | undefined;
  onDecide: (totp: string) => void;
  onClose: () => void;
}

/** Asks for a code before one person alone may approve more; then a second administrator must confirm it. */
export function LoosenLimit({ partner, wanted, ...dialog }: LoosenLimitProps) {
  const { name, secondApprovalAbove: current } = partner;
  return (
    <DecisionDialog
      title="Let one person approve more?"
      action="Ask for it"
      leave="Go back"
      undone="The settings are as they were."
      unknown="They may have been changed: look at them before you try again."
      {...dialog}
    >
      <p>
        Two must approve withdrawals of {name} above{" "}
        {current !== null && <Amount value={current} />} now.{" "}
        {wanted === null ? (
          "Afterwards one person is enough for any amount, for those that wait too."
        ) : (
          <>
            Afterwards one person is enough up to <Amount value={wanted} />, for those that wait
            too.
          </>
        )}
      </p>
      <p>
        Another administrator must confirm this within 72 hours. Other settings that you changed are
        saved at once.
      </p>
    </DecisionDialog>
  );
}
