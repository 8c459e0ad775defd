"use client";

import { useEffect, useState } from "react";
import { type DraftPlace, draftOf, dropDraft, keepDraft } from "./drafts";

/** The draft of a form, for the form that shows it. */
export interface FormDraft {
  /** Values of an earlier visit were filled in. */
  isRestored: boolean;
  /** What is typed is stored, so that nothing is lost when the form is closed. */
  isKept: boolean;
  /** The form has its initial values, such as after `discard`. */
  isUnchanged: boolean;
  /** Clears the form. */
  discard: () => void;
}

/** Returns the values with which a form starts: the draft, as far as the form has its fields. */
export function useStart<V extends object>(place: DraftPlace | undefined, initial: V) {
  const [kept] = useState(() => place && draftOf(place));
  if (!kept) return { start: initial, isRestored: false };
  const known = Object.entries(kept).filter(
    ([name, value]) => typeof value === typeof initial[name as keyof V],
  );
  return { start: { ...initial, ...Object.fromEntries(known) } as V, isRestored: true };
}

/**
 * Keeps the values of a form while it is typed in. `isSent` is true while a request is under way and after it: a form
 * whose request may have succeeded must not be offered again.
 */
export function useKeptDraft<V extends object>(
  place: DraftPlace | undefined,
  values: V,
  { initial, isSent }: { initial: V; isSent: boolean },
): { isKept: boolean; isTyped: boolean } {
  const [isKept, setKept] = useState(false);
  const text = JSON.stringify(values);
  const isTyped = text !== JSON.stringify(initial);
  const { owner, name, without } = place ?? {};
  useEffect(() => {
    if (owner === undefined || name === undefined) return;
    const at = { owner, name, without };
    const mayKeep = isTyped && !isSent;
    if (!mayKeep) dropDraft(at);
    setKept(mayKeep && keepDraft(at, JSON.parse(text)));
  }, [owner, name, without, text, isTyped, isSent]);
  return { isKept, isTyped };
}
