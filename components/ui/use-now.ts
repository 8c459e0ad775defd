"use client";

import { useSyncExternalStore } from "react";
import type { Clock } from "./instant";
import { useReader } from "./reader";

const TICK_MS = 20_000;
let nowMs: number | undefined;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    nowMs = Date.now();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    nowMs = undefined;
  };
}

/** Returns the reader's time, updated three times a minute; undefined during server rendering. */
export function useNow(): number | undefined {
  return useSyncExternalStore(
    subscribe,
    () => {
      nowMs ??= Date.now();
      return nowMs;
    },
    () => undefined,
  );
}

/**
 * Returns the reader's clock. During server rendering and hydration it is the server's, in the zone that the browser named
 * on an earlier page, so that times do not change when the page comes alive; undefined on pages without a reader.
 */
export function useClock(): Clock | undefined {
  const nowMs = useNow();
  const { drawnAt } = useReader();
  return nowMs === undefined ? drawnAt : { nowMs };
}
