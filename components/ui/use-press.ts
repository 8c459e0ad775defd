"use client";

import { type KeyboardEvent, useRef } from "react";

/**
 * Props of a button whose action depends on live data. `act` gets what the button showed when the press began: a change
 * that arrives before the click gives the button another label, which the person has not read.
 */
export function usePress<Shown>(shown: Shown, act: (shown: Shown) => void) {
  const pressed = useRef<{ shown: Shown }>(undefined);
  const begin = () => {
    pressed.current = { shown };
  };
  return {
    onPointerDown: begin,
    onKeyDown: ({ repeat }: KeyboardEvent) => {
      if (!repeat) begin();
    },
    onClick: () => {
      const press = pressed.current ?? { shown };
      pressed.current = undefined;
      act(press.shown);
    },
  };
}
