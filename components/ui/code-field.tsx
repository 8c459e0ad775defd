"use client";

import { useEffect, useRef } from "react";
import { TextField } from "./field";

/** The error of a field that was submitted empty. */
export const CODE_MISSING = "Enter your 6-digit code.";

interface CodeFieldProps {
  code: string;
  /** Why the last code was refused. */
  error: string | undefined;
  hint?: string;
  onChange: (code: string) => void;
}

/** The field for the current code of an authenticator. */
export function CodeField({
  code,
  error,
  hint = "From your authenticator app.",
  onChange,
}: CodeFieldProps) {
  const place = useRef<HTMLDivElement>(null);
  const isRefused = error !== undefined;
  useEffect(() => {
    // Selects the refused code, so that typing replaces it. `select` also focuses, so it is skipped when another field
    // has the focus.
    const input = place.current?.querySelector("input");
    if (isRefused && input === document.activeElement) input?.select();
  }, [isRefused]);
  return (
    <div ref={place}>
      <TextField
        label="6-digit code"
        name="totp"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        value={code}
        onChange={(event) => onChange(event.target.value)}
        hint={hint}
        error={error}
      />
    </div>
  );
}
