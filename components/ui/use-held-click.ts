"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { HELD_CLICK, releaseClick } from "./held-forms";

/**
 * Props of a button that the server renders: a click before hydration is not lost. `onEarlyClick` is called after
 * hydration if there was one.
 */
export function useHeldClick(onEarlyClick: () => void) {
  const button = useRef<HTMLButtonElement>(null);
  const act = useEffectEvent(onEarlyClick);
  useEffect(() => {
    if (button.current && releaseClick(button.current)) act();
  }, []);
  return { ref: button, [HELD_CLICK]: "" };
}
