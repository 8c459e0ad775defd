import type { ReactNode } from "react";
import type { State } from "@/components/ui/state-mark";

/** A fact to check before a withdrawal is sent. Without a state it needs no attention. */
export interface Check {
  state: State | undefined;
  title: string;
  text?: ReactNode;
}
