import type { ComponentProps } from "react";
import { PasswordField } from "@/components/ui/password-field";

/** The password field of the dialogs that create a key. */
export function KeyPassword(field: Omit<ComponentProps<typeof PasswordField>, "hint">) {
  return <PasswordField hint="Required to create or rotate a key." {...field} />;
}
