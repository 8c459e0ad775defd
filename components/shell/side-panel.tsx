"use client";

import { type ReactNode, useId } from "react";
import { classNames } from "@/components/ui/class-names";

/** The classes of a button or link in the lower lines of the sidebar. */
export const LINE =
  "flex min-h-9 items-center gap-3 rounded-large px-2 text-left text-small text-quiet hover:bg-sunken hover:text-text";

interface SidePanelProps {
  /** Before the button, in its line. */
  beside?: ReactNode;
  /** The visible content of the button. */
  face: ReactNode;
  children: ReactNode;
}

/** A panel behind a button of the sidebar; the browser closes it on Escape and on a click outside. */
export function SidePanel({ beside, face, children }: SidePanelProps) {
  const panelId = useId();
  return (
    <div className="relative flex">
      {beside}
      <button
        type="button"
        popoverTarget={panelId}
        className={classNames(LINE, !beside && "w-full")}
      >
        {face}
      </button>
      <div
        id={panelId}
        popover="auto"
        className="fixed inset-auto bottom-20 left-3 m-0 w-64 rounded-large border border-line-strong bg-surface p-4 text-text"
      >
        {children}
      </div>
    </div>
  );
}
