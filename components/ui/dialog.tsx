"use client";

import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Icon } from "./icon";

interface DialogProps {
  title: string;
  /** A press beside it does not close it: what it shows is not shown again. */
  isKept?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A question or a form over everything else, open while it is there. The browser's own dialog: it keeps the focus
 * inside, makes the rest inert, and gives the focus back. A press beside it closes it until something was typed.
 */
export function Dialog({ title, isKept = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isTyped = useRef(false);
  // A text that is selected by dragging ends beside the dialog too: where the press began counts.
  const pressed = useRef<EventTarget>(null);
  const titleId = useId();
  // It closes while it is still on the page: once it is gone it gives no focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside it does what escape does
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onInput={() => {
        isTyped.current = true;
      }}
      onPointerDown={({ target }) => {
        pressed.current = target;
      }}
      onClick={({ target, currentTarget }) => {
        const isBeside = target === currentTarget && pressed.current === currentTarget;
        if (isBeside && !isTyped.current && !isKept) onClose();
      }}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(30rem,calc(100vw-2rem))] overflow-y-auto overscroll-contain rounded-large border border-line bg-surface text-body text-text backdrop:bg-veil max-sm:mb-0 max-sm:w-full max-sm:max-w-full max-sm:rounded-b-none"
    >
      <div className="flex items-center gap-2 border-b border-line py-2 pr-2 pl-5">
        <h2 id={titleId} className="min-w-0 flex-1 font-semibold wrap-anywhere">
          {title}
        </h2>
        <button
          type="button"
          onClick={onClose}
          className="flex size-9 items-center justify-center rounded-large text-quiet hover:bg-sunken hover:text-text pointer-coarse:size-11"
        >
          <Icon name="close" />
          <span className="sr-only">Close</span>
        </button>
      </div>
      <div className="p-5">{children}</div>
    </dialog>
  );
}
