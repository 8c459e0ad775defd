import type { ComponentProps } from "react";
import { TextField } from "./field";

interface PasswordFieldProps
  extends Pick<
    ComponentProps<typeof TextField>,
    "name" | "value" | "error" | "autoFocus" | "onBlur" | "onChange"
  > {
  /** Why the password is needed. */
  hint: string;
  /** Whether it is the first field of its dialog. */
  isFirst?: boolean;
}

/**
 * The field of a step-up authentication with the password. It protects changes that outlive the session against an open
 * page or a stolen session.
 */
export function PasswordField({ isFirst = false, ...props }: PasswordFieldProps) {
  return (
    <TextField
      label="Your password"
      type="password"
      autoComplete="current-password"
      {...props}
      data-first-focus={isFirst ? "" : undefined}
    />
  );
}
