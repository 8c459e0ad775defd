import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeField } from "@/components/ui/code-field";
import { TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import type { SignInOutcome } from "@/lib/api/client/sign-in";
import { SignInFailure } from "./sign-in-failure";

/** The password is kept in memory for this time at most. */
const STEP_MS = 5 * 60_000;
const WHOLE_CODE = /^\d{6}$/;
const CODE_MISSING = "Enter your 6-digit code.";

interface CodeStepProps {
  email: string;
  isBusy: boolean;
  outcome: SignInOutcome | undefined;
  onCode: (code: string) => void;
  onPasskey: () => void;
  /** Returns to the first step, with an outcome to show there. */
  onBack: (why?: SignInOutcome) => void;
}

interface Field {
  code: string;
  isRecovery: boolean;
  error: string | undefined;
  onChange: (typed: string) => void;
}

function Code({ code, isRecovery, error, onChange }: Field) {
  if (!isRecovery)
    return (
      <CodeField value={code} error={error} onChange={({ target }) => onChange(target.value)} />
    );
  return (
    <TextField
      label="Recovery code"
      name="totp"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
      value={code}
      onChange={({ target }) => onChange(target.value)}
      hint="One of your saved recovery codes, such as 4f7kq-m2x9d. Each works once."
      error={error}
    />
  );
}

/** Calls back when the step has timed out. */
function useTimeout(onTimeout: () => void): void {
  const latest = useRef(onTimeout);
  latest.current = onTimeout;
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), STEP_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** The second step of the sign-in: six digits, submitted automatically, or a recovery code. */
export function CodeStep({ email, isBusy, outcome, onCode, onPasskey, onBack }: CodeStepProps) {
  const [code, setCode] = useState("");
  const [isRecovery, setRecovery] = useState(false);
  const [missing, setMissing] = useState(false);
  /** The outcome that concerned the other kind of code. */
  const [left, setLeft] = useState<SignInOutcome>();
  const form = useRef<HTMLFormElement>(null);
  useTimeout(() => onBack({ kind: "timed-out" }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the other kind of code is another field
  useEffect(() => form.current?.querySelector<HTMLElement>("[name=totp]")?.focus(), [isRecovery]);
  useEffect(() => {
    // Clears the refused code.
    if (outcome?.kind === "code-wrong") setCode("");
  }, [outcome]);

  const send = (typed: string) => {
    setMissing(typed.trim() === "");
    if (typed.trim() !== "" && !isBusy) onCode(typed);
  };
  const change = (typed: string) => {
    setCode(typed);
    setMissing(false);
    if (!isRecovery && WHOLE_CODE.test(typed.replaceAll(" ", ""))) send(typed);
  };
  const switchKind = () => {
    setCode("");
    setMissing(false);
    setLeft(outcome);
    setRecovery(!isRecovery);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(code);
  };
  const isShown = outcome !== undefined && outcome !== left && !isBusy;
  const isWrong = isShown && outcome.kind === "code-wrong" && code === "";
  const error = missing ? missingText(isRecovery) : isWrong ? wrongText(isRecovery) : undefined;

  return (
    <>
      <h1 className="text-large font-semibold">Enter your code</h1>
      <Form ref={form} noValidate onSubmit={submit} className="space-y-4">
        <p className="text-quiet wrap-anywhere">Signing in as {email}</p>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Code code={code} isRecovery={isRecovery} error={error} onChange={change} />
        {/* The focus stays in the field, so a change of its description would not be announced. */}
        <p role="alert" className="sr-only">
          {isWrong && error}
        </p>
        {isShown && !isWrong && <SignInFailure outcome={outcome} />}
        <Button type="submit" disabled={isBusy} className="w-full">
          {isBusy ? "Signing in…" : "Sign in"}
        </Button>
        <div className="flex flex-wrap justify-between gap-x-6 gap-y-2">
          <Button look="text" size="compact" onClick={switchKind}>
            {isRecovery ? "Use authenticator app" : "Use a recovery code"}
          </Button>
          <Button look="text" size="compact" onClick={onPasskey}>
            Use a passkey
          </Button>
          <Button look="text" size="compact" onClick={() => onBack()}>
            Back
          </Button>
        </div>
      </Form>
    </>
  );
}

const missingText = (isRecovery: boolean) => (isRecovery ? "Enter a recovery code." : CODE_MISSING);

function wrongText(isRecovery: boolean): string {
  return isRecovery
    ? "This recovery code is incorrect or already used. Enter another one."
    : "Incorrect or expired code. Enter the current code from your authenticator app. Each code works once.";
}
