import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { beginShutdown } from "../lib/kernel/shutdown.ts";
import { Connections } from "./connections.ts";

/** The exit codes with which shells report the end of a process by a signal. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 };
/** How long open connections without a request are kept after the listener is closed; less after a shorter drain. */
const GRACE_MS = 500;
/** The time limit of `finish`. */
const FINISH_MS = 4_000;

export interface ShutdownTimes {
  /** How long requests are still served after readiness has turned to 503, so that a balancer sees that first. */
  drainMs: number;
  /** When requests under way are cut, from the signal on. */
  limitMs: number;
}

/** Calls `act` when the time is over, unless the promise has resolved before. */
async function unlessIn(promise: Promise<void>, limitMs: number, act: () => void): Promise<void> {
  const timer = setTimeout(act, limitMs);
  await promise;
  clearTimeout(timer);
}

/** Resolves when `finish` has ended, successfully or not, or its time is over. */
async function finishInTime(finish: () => Promise<unknown>): Promise<void> {
  const late = sleep(FINISH_MS, undefined, { ref: false });
  await Promise.race([finish(), late]).catch((error: unknown) => console.error(error));
}

/**
 * Ends the process gracefully on SIGTERM and SIGINT, in this order: readiness answers 503, and every response ends its
 * connection; after `drainMs` no connection is accepted any more; requests under way get their response until `limitMs`,
 * then they are cut; `finish` runs, for at most 4 s. Source: docs/decisions/0112-graceful-end.md
 */
export function stopOnSignal(
  server: Server,
  { drainMs, limitMs }: ShutdownTimes,
  finish: () => Promise<unknown>,
): void {
  const connections = new Connections(server);
  const cut = () => {
    console.warn(`The server cuts ${connections.underWay} requests: SHUTDOWN_LIMIT_MS is over.`);
    connections.cut();
  };
  let isStopping = false;
  const stop = async (signal: keyof typeof EXIT_CODES) => {
    // A signal can arrive twice, such as from a shell on Ctrl-C.
    if (isStopping) return;
    isStopping = true;
    beginShutdown();
    connections.endAfterResponses();
    await sleep(drainMs);
    const closed = connections.close(Math.min(GRACE_MS, drainMs));
    await unlessIn(closed, Math.max(0, limitMs - drainMs), cut);
    await finishInTime(finish);
    process.exit(EXIT_CODES[signal]);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}
