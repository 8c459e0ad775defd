"use client";

import { useSyncExternalStore } from "react";

const STORED = "single-keys";
const OFF = "off";
const CHANGED = "single-keys-changed";

/** Whether a letter alone does something: who speaks to their computer may not want that. Source: WCAG 2.1.4. */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(STORED) !== OFF;
}

/** Remembered in this browser, for everybody's pages. */
export function switchSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, OFF);
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
}

/** The same for a page that shows it. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, areSingleKeysOn, () => true);
}
