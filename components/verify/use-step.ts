"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { reachableStep, STEP_NAMES, STEPS, type Step } from "./steps";
import type { Answers } from "./use-answers";

const neverChanges = () => () => {};

/** False while the page is as the server drew it, which knows no answers. */
function useIsLive(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

/**
 * The step in the address, so that the browser's back and forward walk through the check. Undefined until the answers
 * are known that decide whether it can be shown.
 */
export function useStep(answers: Answers): [Step | undefined, (step: Step) => void] {
  const wanted = useSearchParams().get("step");
  const isLive = useIsLive();
  const step = isLive || wanted === null ? reachableStep(wanted, answers) : undefined;
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
    window.history.pushState(null, "", `${window.location.pathname}${search}`);
  };
  return [step, go];
}
