"use client";

import { useEffect, useState } from "react";

const secondsUntil = (untilMs: number) => Math.max(0, Math.ceil((untilMs - Date.now()) / 1000));

/** Formats "52 s", or for longer waits "4 min 10 s". */
function durationText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}

/** A countdown of the remaining wait. Announced once, not every second. */
export function Wait({ untilMs }: { untilMs: number }) {
  const [first] = useState(() => secondsUntil(untilMs));
  const [remaining, setRemaining] = useState(first);
  useEffect(() => {
    const timer = setInterval(() => setRemaining(secondsUntil(untilMs)), 1000);
    return () => clearInterval(timer);
  }, [untilMs]);
  if (remaining === 0) return <p>You can try again now.</p>;
  return (
    <p>
      <span className="sr-only">Try again in {durationText(first)}.</span>
      <span aria-hidden="true" className="tabular-nums">
        Try again in {durationText(remaining)}.
      </span>
    </p>
  );
}
