import { PasswordField } from "@/components/ui/password-field";

/** The password field of the dialogs that create a key. */
export function KeyPassword({ error }: { error: string | undefined }) {
  return <PasswordField hint="Required to create or rotate a key." error={error} />;
}
