"use client";

import { createContext, type ReactNode, useContext, useId, useRef, useState } from "react";
import { CloseQuestion, type Question, TYPED } from "./close-question";
import { Icon } from "./icon";
import { useModal } from "./use-modal";
import { useTyped } from "./use-typed";

interface DialogProps {
  title: string;
  /** Asked before it closes, whatever was typed: what it shows is not shown again. */
  question?: Question | undefined;
  onClose: () => void;
  children: ReactNode;
}

interface Closing {
  /** Closes it at once. */
  dismiss: () => void;
  /** Closes it, after a question where something would be lost. */
  askToClose: () => void;
}

const ClosingContext = createContext<Closing>({ dismiss: () => {}, askToClose: () => {} });

/** How what is in a dialog closes it. */
export const useClosing = (): Closing => useContext(ClosingContext);

/**
 * A question or a form over everything else, open while it is there. Escape and the cross ask first where something was
 * typed; a press beside it closes it only where nothing is lost.
 */
export function Dialog({ title, question, onClose, children }: DialogProps) {
  const [asked, setAsked] = useState<Question>();
  // A text that is selected by dragging ends beside the dialog too: where the press began counts.
  const pressed = useRef<EventTarget>(null);
  const titleId = useId();
  const askToClose = () => {
    const needed = question ?? (isTyped() ? TYPED : undefined);
    if (needed) setAsked(needed);
    else dismiss();
  };
  const { dialog, slot, dismiss, handlers } = useModal(onClose, askToClose);
  const { onFocus, isTyped } = useTyped(dialog);
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
        // The second press of the double click that opened it closes nothing.
        const isBeside =
          detail === 1 && target === currentTarget && pressed.current === currentTarget;
        if (isBeside && !question && !isTyped()) dismiss();
      }}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(30rem,calc(100vw-2rem))] overflow-y-auto overscroll-contain rounded-large border border-line bg-surface text-body text-text backdrop:bg-veil max-sm:mb-0 max-sm:w-full max-sm:max-w-full max-sm:rounded-b-none"
    >
      <div className="flex items-center gap-2 border-b border-line py-2 pr-2 pl-5">
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
        <div className="p-5">{children}</div>
      </ClosingContext>
      <div ref={slot} className="sticky bottom-0" />
      {asked && (
        <CloseQuestion question={asked} onStay={() => setAsked(undefined)} onLeave={dismiss} />
      )}
    </dialog>
  );
}
