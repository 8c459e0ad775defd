"use client";

import {
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { ErrorPanel } from "./error-panel";
import type { Failure } from "./failure";
import { TextField } from "./field";

interface DecisionDialogProps {
  title: string;
  /** The verb and the object. */
  action: string;
  isDangerous?: boolean;
  isBusy: boolean;
  failure: Failure | undefined;
  undone: string;
  unknown: string;
  /** What follows from it, and what else it needs. */
  children: ReactNode;
  onDecide: (totp: string) => void;
  onClose: () => void;
}

interface CodeFieldProps {
  code: string;
  /** Why the last one was refused. */
  error: string | undefined;
  onChange: (code: string) => void;
}

function CodeField({ code, error, onChange }: CodeFieldProps) {
  const place = useRef<HTMLDivElement>(null);
  const isRefused = error !== undefined;
  useEffect(() => {
    // What is typed next takes the place of the code that was refused.
    if (isRefused) place.current?.querySelector("input")?.select();
  }, [isRefused]);
  return (
    <div ref={place}>
      <TextField
        label="Code"
        name="totp"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        value={code}
        onChange={(event) => onChange(event.target.value)}
        hint="Six digits from your authenticator."
        error={error}
      />
    </div>
  );
}

/** Asks for the second factor before a decision. The focus is on the safe choice; digits that are typed go to the code. */
export function DecisionDialog({
  title,
  action,
  isDangerous = false,
  isBusy,
  failure,
  undone,
  unknown,
  children,
  onDecide,
  onClose,
}: DecisionDialogProps) {
  const [code, setCode] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const isCodeWrong = failure?.code === "SECOND_FACTOR_INVALID";
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (code.trim() === "") return form.current?.querySelector<HTMLElement>("[name=totp]")?.focus();
    onDecide(code);
  };
  const takeDigits = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea");
    if (!isTyping && /^\d$/.test(event.key))
      form.current?.querySelector<HTMLElement>("[name=totp]")?.focus();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form ref={form} noValidate onSubmit={submit} onKeyDown={takeDigits} className="space-y-4">
        {children}
        <CodeField code={code} error={isCodeWrong ? failure.text : undefined} onChange={setCode} />
        {failure && !isCodeWrong && (
          <ErrorPanel
            title="That was not decided"
            failure={failure}
            undone={undone}
            unknown={unknown}
          />
        )}
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button look="plain" data-first-focus="" onClick={onClose}>
            Leave it waiting
          </Button>
          <Button type="submit" look={isDangerous ? "danger" : "primary"} disabled={isBusy}>
            {isBusy ? "Working…" : action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
