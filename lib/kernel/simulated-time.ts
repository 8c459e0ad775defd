import { AsyncLocalStorage } from "node:async_hooks";
import { perProcess } from "./per-process";

interface Simulated {
  atMs: number;
}

/** Undefined in a process that simulates nothing, so that a real service reads the time at the cost of one property. */
const simulation = perProcess(
  "simulatedTime",
  (): { contexts?: AsyncLocalStorage<Simulated> } => ({}),
);

/** The simulated time in milliseconds; undefined outside of `atSimulatedTime`. */
export function simulatedMs(): number | undefined {
  return simulation.contexts?.getStore()?.atMs;
}

/**
 * The simulated time of a new id. Each call moves the time of its context on by a millisecond, so that the ids of one
 * context are strictly increasing, also beside contexts at other times.
 */
export function nextSimulatedMs(): number | undefined {
  const context = simulation.contexts?.getStore();
  if (context === undefined) return undefined;
  context.atMs += 1;
  return context.atMs;
}

/**
 * Runs `run` at another time: `now()` and the ids that are made in it have that time. Runs at different times may
 * overlap. Used to create the history of the demo; the database has its part in prisma/seed/simulated-time.ts.
 * @throws Error in production.
 */
export function atSimulatedTime<T>(at: Date, run: () => Promise<T>): Promise<T> {
  if (process.env.SERVICE_ENVIRONMENT === "production")
    throw new Error("time is not simulated in production");
  simulation.contexts ??= new AsyncLocalStorage();
  return simulation.contexts.run({ atMs: at.getTime() }, run);
}
