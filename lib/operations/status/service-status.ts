import type { Component, HealthState } from "../health/history/schema";

/** The state of a component, and `unknown` when no sample says it. */
export type ShownState = HealthState | "unknown";

export interface StatusBar {
  at: string;
  state: ShownState;
}

export interface StatusRange {
  /** Oldest first. */
  bars: StatusBar[];
  /** The share of the samples that are not down, from 0 to 1; undefined without a sample. */
  uptime?: number;
}

export interface ComponentStatus {
  component: Component;
  state: ShownState;
  day: StatusRange;
  week: StatusRange;
}

export interface Incident {
  component: Component;
  /** The worst state of the incident. */
  state: Exclude<HealthState, "up">;
  startedAt: string;
  /** Absent while the incident lasts. */
  endedAt?: string;
}

/** What the status page shows: states only, without a count, a name or an id of anybody. */
export interface ServiceStatus {
  readAt: string;
  state: ShownState;
  components: ComponentStatus[];
  /** Newest first. */
  incidents: Incident[];
}
