import { TextField } from "@/components/ui/field";

/** The password again, before there is a key: a page left open, or a session that was taken, makes none. */
export function KeyPassword({ error }: { error: string | undefined }) {
  return (
    <TextField
      label="Your password"
      name="password"
      type="password"
      autoComplete="current-password"
      hint="A key moves money and reads card numbers without you, also after you have signed out."
      error={error}
    />
  );
}
