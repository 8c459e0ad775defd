import type { ReactNode } from "react";

/** Names the role that an action requires, in place of the action. */
export function RoleNote({ children }: { children: ReactNode }) {
  return <p className="text-small text-quiet">{children}</p>;
}
