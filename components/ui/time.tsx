"use client";

import { exactText, relativeText } from "./instant";
import { useNow } from "./use-now";

/**
 * An instant: relative up to a day, otherwise the day. The exact time with its zone is shown on hover, with `isExact`,
 * and while the row of a list that contains it has the focus.
 */
export function Time({ instant, isExact = false }: { instant: string; isExact?: boolean }) {
  const nowMs = useNow();
  const exact = exactText(instant, nowMs !== undefined);
  return (
    <time
      dateTime={instant}
      title={exact}
      className="relative z-[1] whitespace-nowrap group-has-[[data-row-link]:focus-visible]/row:z-20"
    >
      {isExact ? exact : relativeText(instant, nowMs)}
      {!isExact && (
        <span
          aria-hidden="true"
          data-exact={exact}
          className="pointer-events-none absolute right-0 bottom-full hidden rounded-small border border-line-strong bg-surface px-2 py-1 text-text before:content-[attr(data-exact)] group-has-[[data-row-link]:focus-visible]/row:block"
        />
      )}
    </time>
  );
}
