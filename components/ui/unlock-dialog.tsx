"use client";

import type { ComponentProps } from "react";
import { DecisionDialog } from "./decision-dialog";

interface UnlockDialogProps
  extends Pick<ComponentProps<typeof DecisionDialog>, "form" | "code" | "onClose"> {
  /** The name of the person whose account is locked. */
  name: string;
}

/** Asks an administrator to confirm that the failed sign-in attempts of an account are cleared. */
export function UnlockDialog({ name, ...decision }: UnlockDialogProps) {
  return (
    <DecisionDialog
      {...decision}
      title={`Unlock ${name}?`}
      action={`Unlock ${name}`}
      leave="Keep locked"
      undone="The account is still locked."
    >
      <p>
        All failed attempts are cleared. Make sure that the person who asked you is {name}: anyone
        who is guessing this account’s password or codes gets new attempts too.
      </p>
    </DecisionDialog>
  );
}
