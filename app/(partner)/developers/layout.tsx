import type { ReactNode } from "react";
import { DevelopersFrame } from "@/components/developers/developers-frame";

export default function DevelopersLayout({ children }: { children: ReactNode }) {
  return <DevelopersFrame>{children}</DevelopersFrame>;
}
