"use client";

import { useEffect, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { classNames } from "./class-names";
import { Icon } from "./icon";
import { type State, StateMark } from "./state-mark";
import { useTopDialog } from "./use-top-dialog";

const SHOWN_MS = 6_000;
const MAX_SHOWN = 3;

interface Toast {
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

const NONE: readonly Toast[] = [];
let toasts: readonly Toast[] = NONE;
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

const dismiss = (id: number) => change(toasts.filter((each) => each.id !== id));

/** Shows a message about a completed action for a few seconds; screen readers announce it. */
export function toast(text: string, { state = "settled", about = text }: ToastOptions = {}): void {
  lastId += 1;
  const others = toasts.filter((each) => each.about !== about);
  change([...others, { id: lastId, text, state, about }].slice(-MAX_SHOWN));
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

const PLACE =
  "pointer-events-none fixed inset-x-4 z-50 max-w-96 sm:right-auto sm:w-[clamp(12rem,calc(100vw-29rem),24rem)] lg:bottom-16 lg:left-[236px] lg:w-[clamp(12rem,calc(100vw-28rem-236px),24rem)]";

function ToastList({ shown, className }: { shown: readonly Toast[]; className: string }) {
  return (
    <section aria-label="Notifications" aria-live="polite" className={classNames(PLACE, className)}>
      <ul className="space-y-2">
        {shown.map((each) => (
          <ToastLine key={each.id} {...each} />
        ))}
      </ul>
    </section>
  );
}

/**
 * The place of toasts, once on a page: beside the sheet, or inside an open dialog, because everything outside the
 * dialog is inert.
 */
export function Toaster() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
    () => NONE,
  );
  const dialog = useTopDialog();
  return (
    <>
      <ToastList shown={dialog ? NONE : shown} className="bottom-28" />
      {dialog &&
        createPortal(<ToastList shown={shown} className="max-sm:top-4 sm:bottom-6" />, dialog.slot)}
    </>
  );
}
