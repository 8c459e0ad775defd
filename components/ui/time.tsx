"use client";

import { exactText, relativeText } from "./instant";
import { useNow } from "./use-now";

/** An instant: relative up to a day, then the day; exact, with its zone, on hover and in `isExact`. */
export function Time({ instant, isExact = false }: { instant: string; isExact?: boolean }) {
  const nowMs = useNow();
  const exact = exactText(instant, nowMs !== undefined);
  return (
    <time dateTime={instant} title={exact} className="relative z-[1] whitespace-nowrap">
      {isExact ? exact : relativeText(instant, nowMs)}
    </time>
  );
}
