"use client";

import { useEffect } from "react";
import { areSingleKeysOn } from "./single-keys";

const TYPING = "input, textarea, select, [contenteditable]";

/** Whether a key pressed there is meant for the page: not while typing, in a dialog, with a modifier, or switched off. */
export function isForPage(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (!areSingleKeysOn()) return false;
  return !(target instanceof Element && target.closest(`${TYPING}, dialog`));
}

/** What single keys do on this page. */
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
