import { perProcess } from "@/lib/kernel/per-process";
import type { CheckKind } from "./check";

const running = perProcess("runningChecks", () => new Map<CheckKind, Promise<unknown>>());

/**
 * Runs a check that reads everything, at most once at a time in this process. Who asks while one runs gets the result of
 * that one, because several at once would only make each other slow. The result says when its run began.
 */
export function shareCheck<Found>(kind: CheckKind, run: () => Promise<Found>): Promise<Found> {
  const current = running.get(kind) as Promise<Found> | undefined;
  if (current) return current;
  const started = run().finally(() => running.delete(kind));
  running.set(kind, started);
  return started;
}
