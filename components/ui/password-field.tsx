import { TextField } from "./field";

interface PasswordFieldProps {
  /** Why it is asked for again. */
  hint: string;
  /** Why the last one was refused. */
  error: string | undefined;
  /** The first thing that its dialog asks for. */
  isFirst?: boolean;
}

/** One's password again, before what outlives the session: a page left open, or a session that was taken, does not do it. */
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
