"use client";

import { exactText, minuteText, relativeText } from "./instant";
import { useClock } from "./use-now";

interface TimeProps {
  instant: string;
  /** Shows the exact time with its zone instead. */
  isExact?: boolean;
  /** Shows day and minute, as in lists of money: `23 Nov, 02:57`. */
  isToMinute?: boolean;
}

/**
 * An instant: relative up to a day, otherwise the day. The exact time with its zone is shown on hover, with `isExact`,
 * and while the row of a list that contains it has the focus.
 */
export function Time({ instant, isExact = false, isToMinute = false }: TimeProps) {
  const clock = useClock();
  const exact = exactText(instant, clock);
  const short = (isToMinute ? minuteText : relativeText)(instant, clock);
  return (
    <time
      dateTime={instant}
      title={isToMinute && clock ? `${relativeText(instant, clock)} (${exact})` : exact}
      // Engines abbreviate the names of some zones differently.
      suppressHydrationWarning
      className="relative z-[1] whitespace-nowrap group-has-[[data-row-link]:focus-visible]/row:z-20"
    >
      {isExact ? exact : short}
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
