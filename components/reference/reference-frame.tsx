import type { ReactNode } from "react";
import type { IndexGroup } from "@/lib/api/reference/index-of";
import { ReferenceIndex } from "./reference-index";

interface ReferenceFrameProps {
  groups: readonly IndexGroup[];
  children: ReactNode;
}

/** The list of operations beside the open one. */
export function ReferenceFrame({ groups, children }: ReferenceFrameProps) {
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <ReferenceIndex groups={groups} />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
