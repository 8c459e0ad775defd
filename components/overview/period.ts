/** The longest period, and the presets. */
const MAX_DAYS = 180;
export const PRESETS = [7, 30, 90] as const;
const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The period of the overview, as its address has it. */
export interface Period {
  days: number;
  /** The last day, `2026-11-21`; today when undefined. */
  until: string | undefined;
}

/** Returns the number of days from one date to another, both included; undefined unless both are dates in order. */
function daysBetween(first: string | null, last: string | null): number | undefined {
  if (!first || !last || !DATE.test(first) || !DATE.test(last)) return undefined;
  const count = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  return count >= 1 ? count : undefined;
}

/** Reads the period of an address: `days`, or `from` and `to`, which are dates. A wrong one is the default. */
export function periodOf(params: URLSearchParams): Period {
  const custom = daysBetween(params.get("from"), params.get("to"));
  if (custom !== undefined)
    return { days: Math.min(custom, MAX_DAYS), until: params.get("to") ?? undefined };
  const days = Number(params.get("days"));
  const isPreset = PRESETS.some((preset) => preset === days);
  return { days: isPreset ? days : DEFAULT_DAYS, until: undefined };
}

/** Returns the first day of a period that ends on a certain day. An address can begin earlier than the longest period. */
export function firstOf({ days, until }: Period): string | undefined {
  if (until === undefined) return undefined;
  return new Date(Date.parse(until) - (days - 1) * DAY_MS).toISOString().slice(0, 10);
}

/** The changes of the address that choose a preset. */
export const presetChange = (days: number) => ({
  days: days === DEFAULT_DAYS ? undefined : String(days),
  from: undefined,
  to: undefined,
});

const signOf = (change: number) => (change < 0 ? "−" : "+");

/**
 * Returns the relative change in words: `+12%`, `−3%`; undefined when there is nothing to compare with, or the change is
 * below half a percent.
 */
export function changeText(now: number, before: number): string | undefined {
  if (before === 0 || now === before) return undefined;
  const percent = Math.round((now / before - 1) * 100);
  if (percent === 0 || Math.abs(percent) > 999) return undefined;
  return `${signOf(percent)}${Math.abs(percent)}%`;
}

/** Returns the change of a percentage in percentage points: `−0.3 pp`; undefined without a change. */
export function pointsText(now: number, before: number): string | undefined {
  const points = Math.round((now - before) * 10) / 10;
  return points === 0 ? undefined : `${signOf(points)}${Math.abs(points).toFixed(1)} pp`;
}
