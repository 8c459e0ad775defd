"use client";

import { useSyncExternalStore } from "react";

const STORED = "single-keys";
const OFF = "off";
const CHANGED = "single-keys-changed";

/** Whether single letters are shortcuts: users of speech input may need to switch them off. Source: WCAG 2.1.4. */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(STORED) !== OFF;
}

/** Stores the setting in this browser, for all of its users. */
export function switchSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, OFF);
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
}

/** Returns the setting and renders again when it changes. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, areSingleKeysOn, () => true);
}
