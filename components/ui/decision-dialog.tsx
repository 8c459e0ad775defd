"use client";

import type { ComponentProps, KeyboardEvent, ReactNode } from "react";
import { CloseButton } from "./close-button";
import { CodeField } from "./code-field";
import { Dialog } from "./dialog";
import { RequestForm, type RequestState } from "./request-form";

interface DecisionDialogProps {
  form: RequestState;
  title: string;
  /** The verb and the object. */
  action: string;
  /** The label of the safe choice. */
  leave?: string;
  isDangerous?: boolean;
  undone: string;
  /** The field of the code, if the decision needs one. */
  code?: Omit<ComponentProps<typeof CodeField>, "hint">;
  /** The consequence, and additional fields. */
  children: ReactNode;
  onClose: () => void;
}

/** Typed digits go to the code, because the safe choice has the focus. */
function takeDigits(event: KeyboardEvent<HTMLFormElement>): void {
  const isTyping = event.target instanceof Element && event.target.closest("input, textarea");
  if (!isTyping && /^\d$/.test(event.key))
    event.currentTarget.querySelector<HTMLElement>("[name=totp]")?.focus();
}

/** Asks before a decision, for a second-factor code or a reason. The safe choice has the focus. */
export function DecisionDialog({
  title,
  leave = "Cancel",
  code,
  children,
  onClose,
  ...form
}: DecisionDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <RequestForm
        {...form}
        title="The request failed"
        busy="Working…"
        leave={<CloseButton>{leave}</CloseButton>}
        onKeyDown={takeDigits}
      >
        {children}
        {code && <CodeField {...code} />}
      </RequestForm>
    </Dialog>
  );
}
