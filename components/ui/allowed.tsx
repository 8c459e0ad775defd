import type { ReactNode } from "react";
import { RoleNote } from "./role-note";

interface AllowedProps {
  /** The reader's role allows the action. */
  is: boolean;
  /** Names the required role; shown when the action is not allowed. */
  note: string;
  children: ReactNode;
}

/** Renders an action, or a note about the role that it requires. */
export function Allowed({ is, note, children }: AllowedProps) {
  return is ? children : <RoleNote>{note}</RoleNote>;
}
