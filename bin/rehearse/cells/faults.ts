import { sleep } from "../../bootstrap/process-info.mjs";
import { stopSignal } from "../../bootstrap/stop-signal.mjs";
import { measure } from "../load/measure.ts";
import type { Load } from "../load/start-load.ts";
import type { Postgres } from "../postgres/make-postgres.ts";
import { type FaultFigures, type FaultName, firstWriteAfter, observe } from "./figures.ts";

/** How often each fault is rehearsed. */
export const FAULTS = { kill: 3, freeze: 2 } as const satisfies Record<FaultName, number>;

const BEFORE_MS = 20_000;
/** Longer than the service waits for an answer of the database. */
const DOWN_MS = 25_000;
const AFTER_MS = 5_000;
const RECOVERY_TIMEOUT_MS = 120_000;

/** What a fault is done to, and who watches. */
export interface Faulty {
  /** The database that fails. */
  postgres: Postgres;
  /** The load of its cell, and that of the other one. */
  loads: { own: Load; other: Load };
}

/** What breaks the database, and what repairs it. */
const ACTS: Record<FaultName, (postgres: Postgres) => Promise<() => Promise<void>>> = {
  async kill(postgres) {
    await postgres.destroy();
    return () => postgres.start();
  },
  async freeze(postgres) {
    const pids = postgres.processes().map(({ pid }) => pid);
    const signalAll = (signal: NodeJS.Signals) => {
      for (const pid of pids) process.kill(pid, signal);
    };
    signalAll("SIGSTOP");
    return async () => signalAll("SIGCONT");
  },
};

/**
 * Breaks the database of one cell under load, does something meanwhile, repairs it and waits until its cell writes again.
 *
 * @param meanwhile what the other cell must be able to do
 */
export async function rehearseFault(
  name: FaultName,
  { postgres, loads: { own, other } }: Faulty,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<FaultFigures> {
  const unlessBroken = <T>(work: Promise<T>) => Promise.race([work, own.broken, other.broken]);
  const fromMs = performance.now();
  await unlessBroken(sleep(BEFORE_MS));
  const brokenMs = performance.now();
  const repair = await ACTS[name](postgres);
  try {
    await unlessBroken(Promise.all([sleep(DOWN_MS), meanwhile()]));
  } finally {
    // A frozen program could not be ended otherwise.
    if (name === "freeze") await repair();
  }
  const downMs = performance.now();
  if (name !== "freeze") await repair();
  const repairedMs = performance.now();
  const writtenMs = await unlessBroken(untilWrite(own, repairedMs));
  await unlessBroken(sleep(AFTER_MS));
  return {
    name,
    other: {
      before: observe(other.log.attempts, fromMs, brokenMs),
      during: observe(other.log.attempts, brokenMs, downMs),
    },
    own: measure(own.log.attempts, brokenMs, writtenMs),
    recoveredAfterMs: writtenMs - downMs,
  };
}

async function untilWrite({ log }: Load, fromMs: number): Promise<number> {
  while (performance.now() < fromMs + RECOVERY_TIMEOUT_MS) {
    stopSignal.throwIfAborted();
    const writtenMs = firstWriteAfter(log.attempts, fromMs);
    if (writtenMs !== undefined) return writtenMs;
    await sleep(50);
  }
  throw new Error(`The cell did not write again in ${RECOVERY_TIMEOUT_MS / 1_000} s.`);
}
