"use client";

import { type KeyboardEvent, type ReactNode, type SubmitEvent, useRef, useState } from "react";
import { Button } from "./button";
import { CloseButton } from "./close-button";
import { CODE_MISSING, CodeField } from "./code-field";
import { Dialog } from "./dialog";
import { ErrorPanel } from "./error-panel";
import type { Failure } from "./failure";
import { Form } from "./form";

interface DecisionDialogProps {
  title: string;
  /** The verb and the object. */
  action: string;
  /** The label of the safe choice. */
  leave?: string;
  isDangerous?: boolean;
  isBusy: boolean;
  failure: Failure | undefined;
  undone: string;
  /** The consequence, and additional fields. */
  children: ReactNode;
  onDecide: (totp: string) => void;
  onClose: () => void;
}

/**
 * Asks for a second-factor code before a decision. The safe choice has the focus; typed digits go to the code field.
 */
export function DecisionDialog({
  title,
  action,
  leave = "Cancel",
  isDangerous = false,
  isBusy,
  failure,
  undone,
  children,
  onDecide,
  onClose,
}: DecisionDialogProps) {
  const [code, setCode] = useState("");
  const [isMissing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isCodeWrong = failure?.code === "SECOND_FACTOR_INVALID";
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setMissing(code.trim() === "");
    if (code.trim() !== "") return onDecide(code);
    form.current?.querySelector<HTMLElement>("[name=totp]")?.focus();
  };
  const change = (typed: string) => {
    setMissing(false);
    setCode(typed);
  };
  const wrong = isCodeWrong ? failure.text : undefined;
  const error = isMissing ? CODE_MISSING : wrong;
  const takeDigits = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea");
    if (!isTyping && /^\d$/.test(event.key))
      form.current?.querySelector<HTMLElement>("[name=totp]")?.focus();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Form ref={form} noValidate onSubmit={submit} onKeyDown={takeDigits} className="space-y-4">
        {children}
        <CodeField code={code} error={error} onChange={change} />
        {failure && !isCodeWrong && (
          <ErrorPanel title="The request failed" failure={failure} undone={undone} />
        )}
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <CloseButton>{leave}</CloseButton>
          <Button type="submit" look={isDangerous ? "danger" : "primary"} disabled={isBusy}>
            {isBusy ? "Working…" : action}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
