"use client";

import { useSyncExternalStore } from "react";

const CHANGED = "stored-changed";

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  // Another tab of the same browser.
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(CHANGED, listener);
    window.removeEventListener("storage", listener);
  };
}

/** Stores a text in this browser; null removes it. */
export function store(key: string, text: string | null): void {
  if (text === null) localStorage.removeItem(key);
  else localStorage.setItem(key, text);
  window.dispatchEvent(new Event(CHANGED));
}

/** Returns a text that is stored in this browser, and renders again when it changes; null before hydration. */
export function useStored(key: string): string | null {
  return useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(key),
    () => null,
  );
}
