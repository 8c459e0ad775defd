import type { Component } from "../health/history/schema";
import type { StateRow } from "../health/history/store";
import type { Incident } from "./service-status";

/** Failing samples at most this far apart belong to one incident: one sample between them may be up or absent. */
const MAX_GAP_MS = 600_000;

/**
 * Derives incidents from the samples that are not up. An incident ends one interval after its last failing sample, and
 * lasts while the component still fails.
 */
export function incidentsOf(
  failures: readonly StateRow[],
  failing: ReadonlySet<string>,
  intervalMs: number,
): Incident[] {
  const incidents: Incident[] = [];
  for (const [component, rows] of Map.groupBy(failures, (row) => row.component)) {
    const oldestFirst = rows.toSorted((one, other) => one.at.getTime() - other.at.getTime());
    const runs: StateRow[][] = [];
    for (const row of oldestFirst) {
      const run = runs.at(-1);
      const last = run?.at(-1);
      if (run && last && row.at.getTime() - last.at.getTime() <= MAX_GAP_MS) run.push(row);
      else runs.push([row]);
    }
    for (const run of runs) {
      const [first, last] = [run[0], run.at(-1)];
      if (!first || !last) continue;
      const lasts = run === runs.at(-1) && failing.has(component);
      incidents.push({
        component: component as Component,
        state: run.some(({ state }) => state === "down") ? "down" : "degraded",
        startedAt: first.at.toISOString(),
        ...(!lasts && { endedAt: new Date(last.at.getTime() + intervalMs).toISOString() }),
      });
    }
  }
  return incidents.toSorted((one, other) => other.startedAt.localeCompare(one.startedAt));
}
