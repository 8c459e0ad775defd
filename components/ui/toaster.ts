import type { State } from "./state-mark";

const MAX_SHOWN = 3;

/** A message about a completed action. */
export interface Toast {
  id: number;
  text: string;
  state: State;
  about: string;
}

interface ToastOptions {
  state?: State;
  /** The id of the subject: a newer toast with the same subject replaces this one. */
  about?: string;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Returns the toasts that are not dismissed yet, oldest first. */
export const currentToasts = (): readonly Toast[] => toasts;

/** Subscribes a listener to changes of the toasts; returns the function that unsubscribes. */
export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const dismissToast = (id: number): void => change(toasts.filter((each) => each.id !== id));

/** Shows a message about a completed action for a few seconds; screen readers announce it. */
export function toast(text: string, { state = "settled", about = text }: ToastOptions = {}): void {
  lastId += 1;
  const others = toasts.filter((each) => each.about !== about);
  change([...others, { id: lastId, text, state, about }].slice(-MAX_SHOWN));
}
