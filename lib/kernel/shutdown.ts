import { perProcess } from "./per-process.ts";

const state = perProcess("shutdown", () => ({ hasBegun: false, tasks: new Set<() => void>() }));

/**
 * Registers what the process does as soon as it begins to shut down, while it still serves requests: lib/kernel/before-exit.ts
 * has what follows the last response. In a process that gets its signal while it still starts, the task runs at once. The task must not
 * throw.
 */
export function onShutdown(task: () => void): void {
  if (state.hasBegun) task();
  else state.tasks.add(task);
}

/** True from the signal on that ends the process. */
export function isShuttingDown(): boolean {
  return state.hasBegun;
}

/** Begins the shutdown, once: readiness turns to 503, live streams end and no further background work begins. */
export function beginShutdown(): void {
  if (state.hasBegun) return;
  state.hasBegun = true;
  for (const task of state.tasks) task();
}
