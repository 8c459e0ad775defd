import { now } from "@/lib/kernel/clock";
import { HOUR_MS } from "@/lib/kernel/durations";
import { perProcess } from "@/lib/kernel/per-process";
import { SAMPLE_EVERY_MS } from "../health/history/record-health";
import { COMPONENTS, type HealthState } from "../health/history/schema";
import {
  listFailures,
  listLastStates,
  listStatusHours,
  type StatusHourRow,
} from "../health/history/store";
import { incidentsOf } from "./incidents";
import type { ComponentStatus, ServiceStatus, ShownState, StatusRange } from "./service-status";

const WEEK_HOURS = 7 * 24;
const WEEK_BAR_HOURS = 3;
/** An older sample does not say what the state is now. */
const MAX_SAMPLE_AGE_MS = 3 * SAMPLE_EVERY_MS;
/** More than a week has of all components. */
const MAX_FAILURES = 20_000;
const KEPT_MS = 60_000;

/** The worst state decides; a component without a sample does not hide another's failure. */
function worst(states: readonly ShownState[]): ShownState {
  const order: readonly ShownState[] = ["down", "degraded", "unknown", "up"];
  return order.find((state) => states.includes(state)) ?? "unknown";
}

function stateOf(rows: readonly StatusHourRow[]): ShownState {
  if (rows.length === 0) return "unknown";
  if (rows.some(({ down }) => down > 0)) return "down";
  return rows.some(({ degraded }) => degraded > 0) ? "degraded" : "up";
}

interface Span {
  untilMs: number;
  hours: number;
  barHours: number;
}

function rangeOf(all: readonly StatusHourRow[], { untilMs, hours, barHours }: Span): StatusRange {
  const fromMs = untilMs - hours * HOUR_MS;
  const rows = all.filter(({ at }) => at.getTime() >= fromMs);
  const byBar = Map.groupBy(rows, ({ at }) =>
    Math.floor((at.getTime() - fromMs) / (barHours * HOUR_MS)),
  );
  const sum = (of: (row: StatusHourRow) => number) => rows.reduce((n, row) => n + of(row), 0);
  const samples = sum((row) => row.samples);
  return {
    bars: Array.from({ length: hours / barHours }, (_, index) => ({
      at: new Date(fromMs + index * barHours * HOUR_MS).toISOString(),
      state: stateOf(byBar.get(index) ?? []),
    })),
    ...(samples > 0 && { uptime: (samples - sum((row) => row.down)) / samples }),
  };
}

/** Reads the present state and the last week of each component. */
export async function readStatus(at: Date): Promise<ServiceStatus> {
  // The present hour is the last one.
  const untilMs = (Math.floor(at.getTime() / HOUR_MS) + 1) * HOUR_MS;
  const from = new Date(untilMs - WEEK_HOURS * HOUR_MS);
  const [hours, last, failures] = await Promise.all([
    listStatusHours(COMPONENTS, from, new Date(untilMs)),
    listLastStates(COMPONENTS, new Date(at.getTime() - MAX_SAMPLE_AGE_MS), at),
    listFailures(COMPONENTS, { from, until: at }, MAX_FAILURES),
  ]);
  const states = new Map<string, HealthState>(last.map((row) => [row.component, row.state]));
  const components = COMPONENTS.map((component): ComponentStatus => {
    const own = hours.filter((row) => row.component === component);
    return {
      component,
      state: states.get(component) ?? "unknown",
      day: rangeOf(own, { untilMs, hours: 24, barHours: 1 }),
      week: rangeOf(own, { untilMs, hours: WEEK_HOURS, barHours: WEEK_BAR_HOURS }),
    };
  });
  const failing = new Set([...states].filter(([, state]) => state !== "up").map(([name]) => name));
  return {
    readAt: at.toISOString(),
    state: worst(components.map(({ state }) => state)),
    components,
    incidents: incidentsOf(failures, failing, SAMPLE_EVERY_MS),
  };
}

interface Kept {
  status?: Promise<ServiceStatus>;
  readAtMs: number;
}

const kept = perProcess("service status", (): Kept => ({ readAtMs: 0 }));

/**
 * Returns the status, read at most once a minute per process, so that visitors cannot load the database. A failed read
 * is kept as long as a successful one. Source: docs/decisions/0082-status-page.md
 */
export function currentStatus(): Promise<ServiceStatus> {
  const nowMs = performance.now();
  if (!kept.status || nowMs - kept.readAtMs > KEPT_MS) {
    kept.status = readStatus(now());
    kept.readAtMs = nowMs;
  }
  return kept.status;
}
