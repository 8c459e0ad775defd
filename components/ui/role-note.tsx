import type { ReactNode } from "react";

/** Says which role an act needs, where a reader of another role would look for it. */
export function RoleNote({ children }: { children: ReactNode }) {
  return <p className="text-small text-quiet">{children}</p>;
}
