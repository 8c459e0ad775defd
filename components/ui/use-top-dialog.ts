"use client";

import { useSyncExternalStore } from "react";
import { type OpenDialog, onTopDialog, topDialog } from "./top-layer";

/** Returns the topmost open dialog, if any. */
export function useTopDialog(): OpenDialog | undefined {
  return useSyncExternalStore(onTopDialog, topDialog, () => undefined);
}
