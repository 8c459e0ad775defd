"use client";

import type { Clock } from "./instant";
import { useReader } from "./reader";
import { useNow } from "./use-now";

/**
 * Returns the reader's clock. During server rendering and hydration it is the server's, in the zone that the browser named
 * on an earlier page, so that times do not change when the page comes alive; undefined on pages without a reader.
 */
export function useClock(): Clock | undefined {
  const nowMs = useNow();
  const { drawnAt } = useReader();
  return nowMs === undefined ? drawnAt : { nowMs };
}
