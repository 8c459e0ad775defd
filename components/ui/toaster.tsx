"use client";

import { useEffect, useSyncExternalStore } from "react";
import { Icon } from "./icon";
import { type State, StateMark } from "./state-mark";

const SHOWN_MS = 6_000;
const MAX_SHOWN = 3;

interface Toast {
  id: number;
  text: string;
  state: State;
}

const NONE: readonly Toast[] = [];
let toasts: readonly Toast[] = NONE;
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

const dismiss = (id: number) => change(toasts.filter((each) => each.id !== id));

/** Says what was done, for a few seconds; screen readers read it out. */
export function toast(text: string, state: State = "settled"): void {
  lastId += 1;
  change([...toasts, { id: lastId, text, state }].slice(-MAX_SHOWN));
}

function ToastLine({ id, text, state }: Toast) {
  useEffect(() => {
    const timer = setTimeout(() => dismiss(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <li className="pointer-events-auto flex items-center gap-3 rounded-large border border-line-strong bg-surface py-2 pr-2 pl-4 text-small">
      <StateMark state={state} size={16} />
      <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
      <button
        type="button"
        onClick={() => dismiss(id)}
        className="flex size-8 items-center justify-center rounded-small text-quiet hover:bg-sunken"
      >
        <Icon name="close" size={14} />
        <span className="sr-only">Dismiss</span>
      </button>
    </li>
  );
}

/** Where toasts appear; once on a page. */
export function Toaster() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
    () => NONE,
  );
  return (
    <section
      aria-label="What was done"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-20 z-50 ml-auto max-w-96 lg:bottom-6"
    >
      <ul className="space-y-2">
        {shown.map((each) => (
          <ToastLine key={each.id} {...each} />
        ))}
      </ul>
    </section>
  );
}
