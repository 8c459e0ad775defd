import type { ReactNode } from "react";
import { ReferenceFrame } from "@/components/reference/reference-frame";
import { currentReference } from "@/lib/api/reference/current-reference";
import { indexOf } from "@/lib/api/reference/index-of";

export default function ReferenceLayout({ children }: { children: ReactNode }) {
  return <ReferenceFrame groups={indexOf(currentReference())}>{children}</ReferenceFrame>;
}
