"use client";

import { createContext, type ReactNode, useContext, useId, useRef, useState } from "react";
import { classNames } from "./class-names";
import { CloseQuestion, type Question, TYPED } from "./close-question";
import { Icon } from "./icon";
import { useModal } from "./use-modal";
import { useTyped } from "./use-typed";

/** The place of notices: never over the content, and never so high that the content has no space. */
export const SLOT = "max-h-[40dvh] shrink-0 overflow-y-auto overscroll-contain";

interface DialogProps {
  title: string;
  /** Asked before the dialog closes, even if nothing was typed, because its content is not shown again. */
  question?: Question | undefined;
  /** For a form with two columns. */
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

interface Closing {
  /** Closes the dialog at once. */
  dismiss: () => void;
  /** Closes the dialog, after a question when data would be lost. */
  askToClose: () => void;
}

const ClosingContext = createContext<Closing>({ dismiss: () => {}, askToClose: () => {} });

/** Returns the functions with which the content of a dialog closes it. */
export const useClosing = (): Closing => useContext(ClosingContext);

/**
 * A modal dialog, open while it is mounted. Escape and the close button ask first when typed data would be lost; a click
 * outside closes it only when nothing was typed.
 */
export function Dialog({ title, question, isWide = false, onClose, children }: DialogProps) {
  const [asked, setAsked] = useState<Question>();
  // A text selection by dragging can end outside the dialog, so the place where the press began decides.
  const pressed = useRef<EventTarget>(null);
  const titleId = useId();
  const askToClose = () => {
    const needed = question ?? (isLost() ? TYPED : undefined);
    if (needed) setAsked(needed);
    else dismiss();
  };
  const { dialog, slot, dismiss, handlers } = useModal(onClose, askToClose);
  const { onFocus, isTyped, isLost } = useTyped(dialog);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside it does what escape does
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      {...handlers}
      onFocus={onFocus}
      onPointerDown={({ target }) => {
        pressed.current = target;
      }}
      onClick={({ target, currentTarget, detail }) => {
        // Ignores the second click of the double click that opened the dialog.
        const isBeside =
          detail === 1 && target === currentTarget && pressed.current === currentTarget;
        if (isBeside && !question && !isTyped()) dismiss();
      }}
      className={classNames(
        isWide ? "w-[min(52rem,calc(100vw-2rem))]" : "w-[min(30rem,calc(100vw-2rem))]",
        "m-auto max-h-[calc(100dvh-2rem)] flex-col overflow-hidden rounded-large border border-line bg-surface text-body text-text backdrop:bg-veil open:flex max-sm:mb-0 max-sm:w-full max-sm:max-w-full max-sm:rounded-b-none",
      )}
    >
      <div className="flex shrink-0 items-center gap-2 border-b border-line py-2 pr-2 pl-5">
        <h2 id={titleId} className="min-w-0 flex-1 font-semibold wrap-anywhere">
          {title}
        </h2>
        <button
          type="button"
          onClick={askToClose}
          className="flex size-9 items-center justify-center rounded-large text-quiet hover:bg-sunken hover:text-text pointer-coarse:size-11"
        >
          <Icon name="close" />
          <span className="sr-only">Close</span>
        </button>
      </div>
      <ClosingContext value={{ dismiss, askToClose }}>
        <div className="min-h-0 overflow-y-auto overscroll-contain p-5">{children}</div>
      </ClosingContext>
      <div ref={slot} className={SLOT} />
      {asked && (
        <CloseQuestion question={asked} onStay={() => setAsked(undefined)} onLeave={dismiss} />
      )}
    </dialog>
  );
}
