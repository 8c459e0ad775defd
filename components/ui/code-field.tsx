"use client";

import { type ComponentProps, useEffect, useRef } from "react";
import { TextField } from "./field";

interface CodeFieldProps
  extends Pick<
    ComponentProps<typeof TextField>,
    "value" | "error" | "hint" | "autoFocus" | "onBlur" | "onChange"
  > {
  name?: string;
}

/** The field for the current code of an authenticator. */
export function CodeField({ hint = "From your authenticator app.", ...props }: CodeFieldProps) {
  const place = useRef<HTMLDivElement>(null);
  const isRefused = props.error !== undefined;
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
        {...props}
        hint={hint}
      />
    </div>
  );
}
