import { TextField } from "./field";

interface PasswordFieldProps {
  /** Why the password is needed. */
  hint: string;
  /** Why the last password was refused. */
  error: string | undefined;
  /** Whether it is the first field of its dialog. */
  isFirst?: boolean;
}

/**
 * The field of a step-up authentication with the password. It protects changes that outlive the session against an open
 * page or a stolen session.
 */
export function PasswordField({ hint, error, isFirst = false }: PasswordFieldProps) {
  return (
    <TextField
      label="Your password"
      name="password"
      type="password"
      autoComplete="current-password"
      hint={hint}
      error={error}
      data-first-focus={isFirst ? "" : undefined}
    />
  );
}
