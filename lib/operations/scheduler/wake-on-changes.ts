import { listener } from "@/lib/db/listener";
import { readNotice } from "@/lib/operations/live/notice";
import type { Job } from "./job";
import type { Scheduler } from "./start-scheduler";

/**
 * Runs jobs at once after the changes that they wait for, which other processes commit and announce. Without a notice,
 * each job runs at its interval. Returns the function that ends it.
 */
export function wakeOnChanges(jobs: readonly Job[], scheduler: Scheduler): () => void {
  return listener().subscribe({
    channel: "changed",
    onNotice: (payload) => {
      const { kinds } = readNotice(payload);
      for (const { name, wokenBy } of jobs)
        if (wokenBy && kinds.includes(wokenBy)) scheduler.wake(name);
    },
    onReconnect: () => undefined,
  });
}
