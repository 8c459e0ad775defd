import { findingLine, goalLines, measuredOn, seconds } from "../page.ts";
import {
  type CellsFigures,
  type FaultFigures,
  type FaultName,
  latencyRatios,
  median,
  missedGoals,
  type Observation,
} from "./figures.ts";

const TITLES: Record<FaultName, string> = {
  kill: "PostgreSQL of `a` killed, all processes at once, and started again",
  freeze: "PostgreSQL of `a` frozen, then continued",
};

const count = (number: number) => number.toLocaleString("en-US");

/** The figures as Markdown: what it ran on, one row per fault, and each thing that had to be true. */
export function renderFigures(figures: CellsFigures): string {
  const { alone, faults, findings, machine, at } = figures;
  const missed = missedGoals(figures);
  return [
    measuredOn(at, machine),
    "",
    `\`b\` while \`a\` had no load: ${alone.requestsPerS.toFixed(0)} requests/s, p50 ${alone.p50Ms.toFixed(0)} ms, p95 ${alone.p95Ms.toFixed(0)} ms.`,
    "",
    "| Fault | Times | `b` before: requests/s, p50, p95 ms | `b` meanwhile | Longest time of `b` without an acknowledged write, s | Failed requests of `b` | Failed requests of `a`, all sent again | `a` writes again after the repair, s |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...[...Map.groupBy(faults, ({ name }) => name)].map(([name, runs]) => row(name, runs)),
    "",
    ...findings.map(findingLine),
    "",
    ...goalLines(missed),
  ].join("\n");
}

/** The middle values of several observations. */
function middle(observations: readonly Observation[]): string {
  const of = (field: "requestsPerS" | "p50Ms" | "p95Ms") =>
    median(observations.map((each) => each[field])).toFixed(0);
  return `${of("requestsPerS")}, ${of("p50Ms")}, ${of("p95Ms")}`;
}

function failed(observations: readonly { failures: Record<string, number>; requests: number }[]) {
  const failures: Record<string, number> = {};
  for (const each of observations)
    for (const [outcome, times] of Object.entries(each.failures))
      failures[outcome] = (failures[outcome] ?? 0) + times;
  const parts = Object.entries(failures).map(([outcome, times]) => `${outcome} × ${count(times)}`);
  const requests = observations.reduce((sum, each) => sum + each.requests, 0);
  return `${parts.join(", ") || "none"} of ${count(requests)}`;
}

function row(name: FaultName, runs: readonly FaultFigures[]): string {
  const during = runs.map(({ other }) => other.during);
  const { p50, p95 } = latencyRatios(runs);
  const cells = [
    TITLES[name],
    String(runs.length),
    middle(runs.map(({ other }) => other.before)),
    `${middle(during)} (× ${p50.toFixed(2)}, × ${p95.toFixed(2)})`,
    seconds(Math.max(...during.map(({ pauseMs }) => pauseMs))),
    failed(during),
    failed(runs.map(({ own }) => own)),
    runs.map(({ recoveredAfterMs }) => seconds(recoveredAfterMs)).join(", "),
  ];
  return `| ${cells.join(" | ")} |`;
}
