import type { ReactNode } from "react";
import { RoleNote } from "./role-note";

interface AllowedProps {
  /** The reader's role allows the act. */
  is: boolean;
  /** Which role it takes, in its place. */
  note: string;
  children: ReactNode;
}

/** An act, or which role it takes. */
export function Allowed({ is, note, children }: AllowedProps) {
  return is ? children : <RoleNote>{note}</RoleNote>;
}
