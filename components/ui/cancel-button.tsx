"use client";

import { Button } from "./button";
import { useClosing } from "./dialog";

/** Leaves the form of a dialog, after a question when typed data would be lost. */
export function CancelButton() {
  const { askToClose } = useClosing();
  return (
    <Button look="plain" onClick={askToClose}>
      Cancel
    </Button>
  );
}
