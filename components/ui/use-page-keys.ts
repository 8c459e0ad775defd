"use client";

import { useEffect } from "react";
import { areSingleKeysOn } from "./single-keys";

const TYPING = "input, textarea, select, [contenteditable]";

/**
 * Returns whether a key event is a page shortcut: not in a field or a dialog, without a modifier, and shortcuts are on.
 */
export function isForPage(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (!areSingleKeysOn()) return false;
  return !(target instanceof Element && target.closest(`${TYPING}, dialog`));
}

/** Binds single keys to actions of this page. */
export function usePageKeys(keys: Record<string, (() => void) | undefined>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = isForPage(event) ? keys[event.key] : undefined;
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [keys]);
}
