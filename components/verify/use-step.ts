"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { reachableStep, STEP_NAMES, STEPS, type Step } from "./steps";
import type { Answers } from "./use-answers";

const STEP_CHANGED = "verification-step";

function onAddressChange(changed: () => void): () => void {
  window.addEventListener("popstate", changed);
  window.addEventListener(STEP_CHANGED, changed);
  return () => {
    window.removeEventListener("popstate", changed);
    window.removeEventListener(STEP_CHANGED, changed);
  };
}

/**
 * Returns the browser's address after hydration; undefined during server rendering. Read from the browser, because the
 * framework misses a step back or forward that is made during hydration.
 */
function useAddress(): string | undefined {
  return useSyncExternalStore(
    onAddressChange,
    () => window.location.search,
    () => undefined,
  );
}

/**
 * Returns the step in the address, so that the browser's back and forward move through the check. Undefined until the
 * answers, which decide whether the step can be shown, are loaded.
 */
export function useStep(answers: Answers): [Step | undefined, (step: Step) => void] {
  const drawn = useSearchParams().get("step");
  const address = useAddress();
  const wanted = address === undefined ? drawn : new URLSearchParams(address).get("step");
  const step =
    address !== undefined || wanted === null ? reachableStep(wanted, answers) : undefined;
  const shown = useRef<Step>(undefined);

  useEffect(() => {
    if (step === undefined) return;
    document.title = `${STEP_NAMES[step]} · Verify your identity`;
    // Each new view is scrolled to its top and focused; not the first one, where the page starts at the top.
    if (shown.current !== undefined && shown.current !== step) {
      window.scrollTo(0, 0);
      document.querySelector("h1")?.focus();
    }
    shown.current = step;
  }, [step]);

  const go = (next: Step) => {
    const search = next === STEPS[0] ? "" : `?step=${next}`;
    const url = `${window.location.pathname}${search}`;
    // Uses the browser's own function: the framework's stores its state with each entry, and on a return after a reload
    // it finds a mismatch and reloads everything.
    History.prototype.pushState.call(window.history, null, "", url);
    window.dispatchEvent(new Event(STEP_CHANGED));
  };
  return [step, go];
}
