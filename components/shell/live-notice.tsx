"use client";

import { useRouter } from "next/navigation";
import { useOffline } from "next/offline";
import { useEffect, useSyncExternalStore } from "react";
import { classNames } from "@/components/ui/class-names";
import { StateMark } from "@/components/ui/state-mark";
import { liveState, onLiveState } from "@/lib/api/client/live/state";
import { pressedLink } from "./pressed-link";
import { REFRESH_MS } from "./refresh";

/**
 * While offline every link of the page waits for the connection, like the framework's own links: followed by the browser itself,
 * it would end on the browser's error page.
 */
function useLinksThatWait(isOffline: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!isOffline) return;
    const onClick = (event: MouseEvent) => {
      const link = pressedLink(event);
      if (!link || link.hasAttribute("download")) return;
      event.preventDefault();
      router.push(link.href);
    };
    window.addEventListener("click", onClick);
    return () => window.removeEventListener("click", onClick);
  }, [isOffline, router]);
}

function textOf(isOffline: boolean, isPaused: boolean): string | undefined {
  if (isOffline && !navigator.onLine)
    return "You’re offline. Changes can’t be sent. Pages open when you’re back online.";
  if (isOffline) return "Can’t reach the service. Retrying…";
  return isPaused ? `Live updates paused. Refreshing every ${REFRESH_MS / 1000} s` : undefined;
}

/** Says that the connection is lost, or that the data may be a few seconds old. Takes no space in the page. */
export function LiveNotice() {
  const state = useSyncExternalStore(onLiveState, liveState, () => "waiting" as const);
  const isOffline = useOffline();
  useLinksThatWait(isOffline);
  const text = textOf(isOffline, state === "paused");
  return (
    <div
      role="status"
      className={classNames(
        "pointer-events-none fixed inset-x-4 bottom-16 flex justify-center lg:bottom-3",
        // On a phone above the sheet; on wide screens beside it.
        isOffline
          ? "z-40 lg:right-[28rem] lg:left-[236px] lg:justify-start"
          : "z-20 lg:left-[220px]",
      )}
    >
      {text !== undefined && (
        <p
          className={
            isOffline
              ? "flex items-center gap-2 rounded-large border border-line-strong bg-attention-faint px-4 py-2 text-small font-medium"
              : "flex items-center gap-2 rounded-full border border-line-strong bg-surface px-3 py-1 text-small text-quiet"
          }
        >
          <StateMark state={isOffline ? "attention" : "waiting"} size={14} />
          {text}
        </p>
      )}
    </div>
  );
}
