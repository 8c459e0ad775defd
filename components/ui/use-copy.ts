"use client";

import { useEffect, useState } from "react";

const CONFIRMED_MS = 1_600;

/** Copies a text; the outcome is shown for a moment. */
export function useCopy(text: string) {
  const [outcome, setOutcome] = useState<"Copied" | "Not copied">();
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  /** Returns whether the text was copied. */
  const copy = async (): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome("Copied");
      return true;
    } catch {
      setOutcome("Not copied"); // The browser forbids it: the person sees this outcome and can select the text.
      return false;
    }
  };
  return { outcome, copy };
}
