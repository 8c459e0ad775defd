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
 * The address as the browser has it, once the page lives; undefined as the server drew it. Read from the browser and not
 * from the framework, which misses a step back or forward that is made while the page comes to life.
 */
function useAddress(): string | undefined {
  return useSyncExternalStore(
    onAddressChange,
    () => window.location.search,
    () => undefined,
  );
}

/**
 * The step in the address, so that the browser's back and forward walk through the check. Undefined until the answers
 * are known that decide whether it can be shown.
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
    // A new view begins at its heading, for eyes and for screen readers; the first one is where the page begins.
    if (shown.current !== undefined && shown.current !== step) {
      window.scrollTo(0, 0);
      document.querySelector("h1")?.focus();
    }
    shown.current = step;
  }, [step]);

  const go = (next: Step) => {
    const search = next === STEPS[0] ? "" : `?step=${next}`;
    const url = `${window.location.pathname}${search}`;
    // The browser's own. The framework's keeps what it has drawn with each entry; coming back to one after the page was
    // loaded anew, it finds that the server draws another, and loads everything again.
    History.prototype.pushState.call(window.history, null, "", url);
    window.dispatchEvent(new Event(STEP_CHANGED));
  };
  return [step, go];
}
