import { PasswordField } from "@/components/ui/password-field";

/** The password again, before there is a key. */
export function KeyPassword({ error }: { error: string | undefined }) {
  return (
    <PasswordField hint="A key works without you, also after you have signed out." error={error} />
  );
}
