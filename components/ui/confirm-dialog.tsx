"use client";

import type { ReactNode } from "react";
import { Button } from "./button";
import { CloseButton } from "./close-button";
import { Dialog } from "./dialog";
import { ErrorPanel } from "./error-panel";
import type { Failure } from "./failure";

interface ConfirmDialogProps {
  title: string;
  /** The consequence, in a sentence or two. */
  children: ReactNode;
  /** The verb and the object: "Terminate card ending 4242". */
  action: string;
  /** The safe choice. */ leave?: string;
  isDangerous?: boolean;
  /** False while the consequence is not known yet: the button is disabled. */
  isReady?: boolean;
  isBusy: boolean;
  failure?: Failure | undefined;
  undone?: string;
  /** What to do when the outcome is unknown, where checking the page is not enough. */
  remedy?: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation of an action that cannot be undone; the safe choice has the focus. */
export function ConfirmDialog({
  title,
  children,
  action,
  leave = "Cancel",
  isDangerous = false,
  isReady = true,
  isBusy,
  failure,
  undone,
  remedy,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="space-y-4">
        <div className="space-y-2 wrap-anywhere">{children}</div>
        {failure && (
          <ErrorPanel
            title="The request failed"
            failure={failure}
            undone={undone}
            remedy={remedy}
          />
        )}
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <CloseButton className="shrink-0">{leave}</CloseButton>
          <Button
            look={isDangerous ? "danger" : "primary"}
            disabled={isBusy || !isReady}
            className="min-w-0 wrap-anywhere"
            onClick={onConfirm}
          >
            {isBusy ? "Working…" : action}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
