import type { QueryClient } from "@tanstack/react-query";
import { Throttle } from "@/lib/kernel/throttle";
import { Link } from "./link";
import { isChangedBy } from "./reads";
import { RecentChanges, readAgainWhatComesLate } from "./recent-changes";
import { setLiveState } from "./state";

/** The shortest interval between two refetches of the displayed data. */
const EVERY_MS = 1_000;

/**
 * Refetches changed data as the stream notifies, while the page is visible and until the signal is aborted. Nothing is
 * requested while the page is hidden; everything is refetched when it becomes visible.
 */
export function followChanges(client: QueryClient, url: string, signal: AbortSignal): void {
  if (signal.aborted) return;
  let kinds = new Set<string>();
  const throttle = new Throttle(EVERY_MS, () => {
    const changed = kinds;
    kinds = new Set();
    return client.invalidateQueries({
      predicate: ({ queryKey }) => isChangedBy(queryKey[0], changed),
    });
  });
  const recent = new RecentChanges();
  const forget = readAgainWhatComesLate(client, recent);
  const link = new Link({
    open: () => new EventSource(url),
    onOpen: () => {
      recent.noteAll();
      setLiveState("live");
      void client.invalidateQueries();
    },
    onChange: (changed) => {
      for (const kind of changed) kinds.add(kind);
      recent.note(changed);
      throttle.request();
    },
    onLost: () => {
      setLiveState("paused");
      // The refetch shows the reason in an error, if there is one, and starts the polling.
      void client.invalidateQueries();
    },
  });
  const onVisibility = () => {
    if (document.visibilityState === "visible") link.start();
    else link.stop();
  };
  onVisibility();
  document.addEventListener("visibilitychange", onVisibility, { signal });
  signal.addEventListener("abort", () => {
    forget();
    link.stop();
    void throttle.stop();
  });
}
