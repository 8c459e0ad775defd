"use client";

import { type ReactNode, useId } from "react";

interface SidePanelProps {
  /** The visible content of the button. */
  face: ReactNode;
  children: ReactNode;
}

/** A panel behind a button of the sidebar; the browser closes it on Escape and on a click outside. */
export function SidePanel({ face, children }: SidePanelProps) {
  const panelId = useId();
  return (
    <div className="relative">
      <button
        type="button"
        popoverTarget={panelId}
        className="flex min-h-9 w-full items-center gap-3 rounded-large px-2 text-left text-small text-quiet hover:bg-sunken hover:text-text"
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
