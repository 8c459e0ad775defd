"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { classNames } from "./class-names";
import { Icon } from "./icon";
import { StateMark } from "./state-mark";
import { currentToasts, dismissToast, onToasts, type Toast } from "./toaster";
import { useTopDialog } from "./use-top-dialog";

const SHOWN_MS = 6_000;

/** Dismisses itself after a few seconds, but not while the pointer is over it or the focus is in it. */
function ToastLine({ id, text, state }: Toast) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld]);
  const [hold, release] = [() => setHeld(true), () => setHeld(false)];
  return (
    <li
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
      className="pointer-events-auto flex items-center gap-3 rounded-large border border-line-strong bg-surface py-2 pr-2 pl-4 text-small"
    >
      <StateMark state={state} size={16} />
      <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
      <button
        type="button"
        onClick={() => dismissToast(id)}
        className="flex size-8 items-center justify-center rounded-small text-quiet hover:bg-sunken pointer-coarse:size-11"
      >
        <Icon name="close" size={14} />
        <span className="sr-only">Dismiss</span>
      </button>
    </li>
  );
}

/** Beside the sheet, above the bar of a phone. */
const ON_PAGE =
  "pointer-events-none fixed inset-x-4 bottom-28 z-50 max-w-96 sm:right-auto sm:w-[clamp(12rem,calc(100vw-29rem),24rem)] lg:bottom-16 lg:left-[236px] lg:w-[clamp(12rem,calc(100vw-28rem-236px),24rem)]";
/** A phone has room for the newest one. */
const IN_DIALOG = "border-t border-line bg-surface p-3 max-sm:[&_li:not(:last-child)]:hidden";

function ToastList({ shown, className }: { shown: readonly Toast[]; className: string }) {
  return (
    <section aria-label="Notifications" aria-live="polite" className={className}>
      <ul className="space-y-2">
        {shown.map((each) => (
          <ToastLine key={each.id} {...each} />
        ))}
      </ul>
    </section>
  );
}

const NONE: readonly Toast[] = [];

/**
 * The place of toasts, once on a page. While a dialog is open, toasts are below its content: outside the dialog they
 * would be inert, and over it they would cover its buttons.
 */
export function Toasts() {
  const shown = useSyncExternalStore(onToasts, currentToasts, () => NONE);
  const dialog = useTopDialog();
  return (
    <>
      <ToastList shown={dialog ? NONE : shown} className={ON_PAGE} />
      {dialog &&
        createPortal(
          <ToastList shown={shown} className={classNames(shown.length > 0 && IN_DIALOG)} />,
          dialog.slot,
        )}
    </>
  );
}
