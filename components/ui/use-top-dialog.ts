"use client";

import { useSyncExternalStore } from "react";
import { type OpenDialog, onTopDialog, topDialog } from "./top-layer";

/** The dialog over all others, if any is open. */
export function useTopDialog(): OpenDialog | undefined {
  return useSyncExternalStore(onTopDialog, topDialog, () => undefined);
}
