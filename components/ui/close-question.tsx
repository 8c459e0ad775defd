"use client";

import { useId } from "react";
import { Button } from "./button";
import { useModal } from "./use-modal";

/** The confirmation before a dialog is closed. */
export interface Question {
  text: string;
  /** The label of the safe choice. */
  stay: string;
  leave: string;
}

export const TYPED: Question = {
  text: "Discard changes? What you entered will be lost.",
  stay: "Keep editing",
  leave: "Discard",
};

interface CloseQuestionProps {
  question: Question;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks over a dialog whether to close it; the safe choice has the focus. */
export function CloseQuestion({ question, onStay, onLeave }: CloseQuestionProps) {
  const textId = useId();
  const { dialog, slot, handlers } = useModal(onStay, onStay);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={textId}
      {...handlers}
      className="m-auto w-[min(24rem,calc(100vw-2rem))] rounded-large border border-line-strong bg-surface p-5 text-body text-text backdrop:bg-veil"
    >
      <p id={textId} className="pb-4">
        {question.text}
      </p>
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button look="plain" onClick={onLeave}>
          {question.leave}
        </Button>
        <Button data-first-focus="" onClick={onStay}>
          {question.stay}
        </Button>
      </div>
      <div ref={slot} className="-mx-5 mt-5 -mb-5" />
    </dialog>
  );
}
