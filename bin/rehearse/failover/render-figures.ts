import { findingLine, goalLines, measuredOn, seconds } from "../page.ts";
import {
  type DrillFigures,
  describeFailures,
  type Figures,
  missedGoals,
  PAUSE_LIMIT_MS,
} from "./figures.ts";
import type { DrillName } from "./options.ts";

const TITLES: Record<DrillName, string> = {
  encrypt: "TLS of PostgreSQL and of Patroni's API turned on",
  secure: "TLS and logins of etcd turned on",
  kill: "Primary's postmaster killed (kill -9)",
  node: "Primary's node lost (all its processes at once)",
  power: "Primary's host without power",
  "power-etcd": "Primary's host without power, with the leader of etcd",
  cut: "Primary's host cut off from the network, while it goes on",
  partition: "Primary cut off from the other nodes, but not from the service",
  switchover: "Switchover",
  standby: "A synchronous standby frozen for 20 s",
  etcd: "etcd stopped for 30 s, then started",
  web: "Web process killed (kill -9)",
  worker: "Worker killed (kill -9)",
  rolling: "Rolling upgrade of both workers and both web processes",
  renew: "Certificates of all hosts renewed",
  authority: "The certificate authority replaced by another one",
  passwords: "Every password changed",
  major: "PostgreSQL 17 upgraded to 18",
};

const count = (number: number) => number.toLocaleString("en-US");

/** The figures as Markdown: what it ran on, one row per drill, and what the books say. */
export function renderFigures(figures: Figures): string {
  const { drills, before, comparison, checks, machine, at } = figures;
  const groups = Map.groupBy(drills, ({ name }) => name);
  const missed = missedGoals(figures);
  return [
    measuredOn(at, machine),
    "",
    `Before the first fault: ${before.requestsPerS.toFixed(0)} requests/s, writes p50 ${before.p50Ms.toFixed(0)} ms, p95 ${before.p95Ms.toFixed(0)} ms.`,
    "",
    "| Fault, goal | Times | Longest time without an acknowledged write, s | Failed requests, all sent again | Seen |",
    "| --- | --- | --- | --- | --- |",
    ...[...groups].map(([name, runs]) => row(name, runs)),
    "",
    ...figures.leftOut.flatMap((reason) => [`Not run: ${reason}`, ""]),
    `${count(comparison.acknowledged)} acknowledged operations: ${comparison.lost.length} lost, ${comparison.duplicated.length} duplicated, ${comparison.different.length} with another amount, partner or transaction; ${comparison.unknown.length} in the books that nobody asked for.`,
    `Wallets that are the sum of their operations: ${figures.wallets.filter((each) => each.expectedMicroUsd === each.balanceMicroUsd && each.expectedMicroUsd === each.transactionsMicroUsd).length} of ${figures.wallets.length}.`,
    ...checks.map(
      ({ command, code, lastLine }) => `\`${command}\`: ${lastLine} (exit code ${code}).`,
    ),
    "",
    ...figures.findings.map(findingLine),
    "",
    ...goalLines(missed),
  ].join("\n");
}

function row(name: DrillName, runs: readonly DrillFigures[]): string {
  const pauses = runs.map(({ pauseMs }) => pauseMs).toSorted((first, second) => first - second);
  const failures: Record<string, number> = {};
  for (const run of runs)
    for (const [outcome, times] of Object.entries(run.failures))
      failures[outcome] = (failures[outcome] ?? 0) + times;
  const requests = runs.reduce((sum, each) => sum + each.requests, 0);
  const cells = [
    `${TITLES[name]}, ${PAUSE_LIMIT_MS[name] / 1_000} s`,
    String(runs.length),
    pauses.map(seconds).join(", "),
    `${describeFailures(failures)} of ${count(requests)}`,
    runs.flatMap(({ notes }) => notes).join("; "),
  ];
  return `| ${cells.join(" | ")} |`;
}
