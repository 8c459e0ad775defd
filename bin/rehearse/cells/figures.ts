import type { Finding } from "../findings.ts";
import { measure, percentile, type Stretch } from "../load/measure.ts";
import { type Attempt, SUCCESS } from "../load/operations.ts";
import { seconds } from "../page.ts";

/** What the callers of one cell saw in a stretch of time. */
export interface Observation extends Stretch {
  requestsPerS: number;
  /** Of the requests that ended well. */
  p50Ms: number;
  p95Ms: number;
}

export type FaultName = "kill" | "freeze";

/** One fault of the database of one cell, and what the callers of both cells saw. */
export interface FaultFigures {
  name: FaultName;
  /** Of the cell whose database is sound: just before the fault, and from the fault until it was repaired. */
  other: { before: Observation; during: Observation };
  /** Of the cell whose database failed, from the fault until it worked again. */
  own: Stretch;
  /** From the repair to the first acknowledged write of that cell. */
  recoveredAfterMs: number;
}

export interface CellsFigures {
  /** The sound cell before the other one had any load. */
  alone: Observation;
  faults: readonly FaultFigures[];
  findings: readonly Finding[];
  machine: readonly string[];
  at: Date;
}

/** How many times as long as before a request of the sound cell may take. A machine that others use is not steadier. */
const MAX_LATENCY_RATIO = 1.5;
/** From the start of the database to an acknowledged write. */
const MAX_RECOVERY_MS = 10_000;

/** What the callers saw from one time to another; both are of `performance.now()`. */
export function observe(attempts: readonly Attempt[], fromMs: number, toMs: number): Observation {
  const durations = attempts
    .filter(({ endedMs, outcome }) => endedMs >= fromMs && endedMs <= toMs && outcome === SUCCESS)
    .map(({ startedMs, endedMs }) => endedMs - startedMs);
  return {
    ...measure(attempts, fromMs, toMs),
    requestsPerS: durations.length / ((toMs - fromMs) / 1_000),
    p50Ms: percentile(durations, 0.5),
    p95Ms: percentile(durations, 0.95),
  };
}

/** The time of the first acknowledged write that began after a time; undefined while there is none. */
export function firstWriteAfter(attempts: readonly Attempt[], fromMs: number): number | undefined {
  const times = attempts
    .filter(
      ({ isWrite, startedMs, outcome }) => isWrite && startedMs >= fromMs && outcome === SUCCESS,
    )
    .map(({ endedMs }) => endedMs);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** The middle one of all runs of a fault: one run on a machine that others use says little. */
export const median = (numbers: readonly number[]) => percentile(numbers, 0.5);

/** How many times as long as before the requests of the sound cell took, of all runs of a fault. */
export function latencyRatios(runs: readonly FaultFigures[]) {
  const ratio = (field: "p50Ms" | "p95Ms") =>
    median(runs.map(({ other: { before, during } }) => during[field] / before[field]));
  return { p50: ratio("p50Ms"), p95: ratio("p95Ms") };
}

/** Reports every goal that was missed, one sentence each. */
export function missedGoals({ faults, findings }: CellsFigures): string[] {
  const groups = Map.groupBy(faults, ({ name }) => name);
  return [
    ...findings.filter(({ isMet }) => !isMet).map(({ text, seen }) => `${text}: ${seen}`),
    ...(faults.length === 0 ? ["No fault was rehearsed."] : []),
    ...[...groups].flatMap(([name, runs]) => missedBy(name, runs)),
  ];
}

function missedBy(name: FaultName, runs: readonly FaultFigures[]): string[] {
  const missed: string[] = [];
  const failed = runs.flatMap(({ other: { before, during } }) =>
    [before, during].flatMap(({ failures }) => Object.keys(failures)),
  );
  if (failed.length > 0)
    missed.push(`${name}: requests of the other cell failed: ${failed.join(", ")}.`);
  if (runs.some(({ other: { before, during } }) => before.requests === 0 || during.requests === 0))
    missed.push(`${name}: the other cell had no requests.`);
  for (const [field, ratio] of Object.entries(latencyRatios(runs)))
    if (!(ratio <= MAX_LATENCY_RATIO))
      missed.push(
        `${name}: ${field} of the other cell was ${ratio.toFixed(2)} times that of before, at most ${MAX_LATENCY_RATIO}.`,
      );
  const slowest = Math.max(...runs.map(({ recoveredAfterMs }) => recoveredAfterMs));
  if (slowest > MAX_RECOVERY_MS)
    missed.push(
      `${name}: the cell wrote again ${seconds(slowest)} s after the repair, at most ${seconds(MAX_RECOVERY_MS)}.`,
    );
  return missed;
}
