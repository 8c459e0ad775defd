"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Returns the reader's time zone; `drawnIn` during server rendering and hydration. */
export function useZone(drawnIn: string): string {
  return useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => drawnIn,
  );
}
