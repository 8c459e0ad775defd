import type { Finding } from "../findings.ts";
import type { Stretch } from "../load/measure.ts";
import { seconds } from "../page.ts";
import type { Comparison } from "../verify/compare-books.ts";
import { type CheckFigures, isWrong, type WalletFigures } from "../verify/verify.ts";
import type { DrillName } from "./options.ts";

/** One run of one drill. */
export interface DrillFigures extends Stretch {
  name: DrillName;
  /** What was done, to whom, and what was seen beside the load. */
  notes: string[];
}

export interface Figures {
  drills: DrillFigures[];
  /** Each drill that could not be run here, with the reason. */
  leftOut: string[];
  /** Why a drill or the load could not be brought to its end. */
  errors: string[];
  /** Who was refused what, after the drills. */
  findings: readonly Finding[];
  /** Before the first fault. */
  before: { requestsPerS: number; p50Ms: number; p95Ms: number };
  comparison: Comparison;
  wallets: WalletFigures[];
  checks: CheckFigures[];
  /** What it ran on: programs with their versions, processor, load. */
  machine: string[];
  at: Date;
}

/** The longest time without an acknowledged write that is allowed. */
export const PAUSE_LIMIT_MS: Record<DrillName, number> = {
  encrypt: 5_000,
  // The Patroni of the primary is restarted, and HAProxy cannot ask it until it has started.
  secure: 10_000,
  kill: 5_000,
  // `ttl`, the smallest that Patroni takes, up to half a second until etcd notices, and the change to another primary.
  node: 22_000,
  // Patroni waits 2 s more for an answer of the lost host.
  power: 24_000,
  // Before that the other members of etcd choose a leader, who gives the lock its whole time again, and a second.
  "power-etcd": 28_000,
  cut: 24_000,
  partition: 24_000,
  switchover: 5_000,
  standby: 5_000,
  etcd: 5_000,
  web: 5_000,
  worker: 5_000,
  rolling: 5_000,
  renew: 5_000,
  authority: 5_000,
  passwords: 5_000,
  // The database is stopped for it. Most of the time passes while pg_upgrade runs.
  major: 60_000,
};

/** The drills in which no request may fail. */
const WITHOUT_FAILURES: readonly DrillName[] = ["encrypt", "rolling", "renew", "authority"];

/** Reports every goal that was missed, one sentence each. */
export function missedGoals(figures: Figures): string[] {
  const { comparison, wallets, checks, drills, errors, findings } = figures;
  const counts = (["lost", "duplicated", "different", "unknown"] as const)
    .filter((name) => comparison[name].length > 0)
    .map(
      (name) =>
        `${comparison[name].length} operations ${name}: ${comparison[name].slice(0, 5).join(", ")}`,
    );
  const empty = comparison.acknowledged === 0 ? ["The load had no acknowledged operation."] : [];
  return [
    ...errors,
    ...findings.filter(({ isMet }) => !isMet).map(({ text, seen }) => `${text}: ${seen}`),
    ...empty,
    ...counts,
    ...wallets
      .filter(isWrong)
      .map(({ partnerId }) => `The wallet of ${partnerId} is not the sum of its operations.`),
    ...checks
      .filter(({ code }) => code !== 0)
      .map(({ command, lastLine }) => `${command}: ${lastLine}`),
    ...drills.flatMap(missedBy),
  ];
}

function missedBy({ name, pauseMs, failures }: DrillFigures): string[] {
  const missed: string[] = [];
  if (pauseMs > PAUSE_LIMIT_MS[name])
    missed.push(
      `${name}: no acknowledged write for ${seconds(pauseMs)} s, at most ${PAUSE_LIMIT_MS[name] / 1_000}.`,
    );
  if (WITHOUT_FAILURES.includes(name) && Object.keys(failures).length > 0)
    missed.push(`${name}: failed requests, ${describeFailures(failures)}.`);
  return missed;
}

/** `503 × 4, ECONNRESET × 1`; `none` for none. */
export function describeFailures(failures: Record<string, number>): string {
  const parts = Object.entries(failures).map(([outcome, count]) => `${outcome} × ${count}`);
  return parts.length === 0 ? "none" : parts.join(", ");
}
