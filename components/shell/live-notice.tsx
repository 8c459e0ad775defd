"use client";

import { useSyncExternalStore } from "react";
import { StateMark } from "@/components/ui/state-mark";
import { liveState, onLiveState } from "@/lib/fetch/live/state";
import { REFRESH_MS } from "./refresh";

/** Says that what is shown may be a few seconds old, while nothing tells of changes. It takes no room of the page's. */
export function LiveNotice() {
  const state = useSyncExternalStore(onLiveState, liveState, () => "waiting" as const);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-16 z-20 flex justify-center lg:bottom-3 lg:left-[220px]"
    >
      {state === "paused" && (
        <p className="flex items-center gap-2 rounded-full border border-line-strong bg-surface px-3 py-1 text-small text-quiet">
          <StateMark state="waiting" size={14} />
          Live updates paused, checking every {REFRESH_MS / 1000} s
        </p>
      )}
    </div>
  );
}
