"use client";

import type { ComponentProps } from "react";
import { Amount } from "@/components/ui/amount";
import { DecisionDialog } from "@/components/ui/decision-dialog";
import type { Partner } from "./queries";

interface LoosenLimitProps
  extends Pick<ComponentProps<typeof DecisionDialog>, "form" | "code" | "onClose"> {
  partner: Partner;
  /** The new amount above which two must approve; null: none. */
  wanted: number | null;
}

/** Asks for a code before one person alone may approve more; a second administrator must then confirm the change. */
export function LoosenLimit({ partner, wanted, ...dialog }: LoosenLimitProps) {
  const { name, secondApprovalAbove: current } = partner;
  return (
    <DecisionDialog
      title="Raise the two-approver threshold?"
      action="Request change"
      leave="Cancel"
      undone="The settings were not changed."
      {...dialog}
    >
      <p>
        Two administrators must currently approve withdrawals of {name} above{" "}
        {current !== null && <Amount value={current} />}.{" "}
        {wanted === null ? (
          "After this change, one approval is enough for any amount, including pending withdrawals."
        ) : (
          <>
            After this change, one approval is enough up to <Amount value={wanted} />, including
            pending withdrawals.
          </>
        )}
      </p>
      <p>
        Another administrator must confirm this within 72 hours. Your other changes are saved
        immediately.
      </p>
    </DecisionDialog>
  );
}
