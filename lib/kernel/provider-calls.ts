import { Counter, Histogram } from "prom-client";
import { now } from "./clock";
import { perProcess } from "./per-process";
import { isProviderRefused, providerErrorText } from "./provider-error";

/** Something that happened between this process and an outside provider. */
export type ProviderNote = { provider: string; at: Date } & (
  | { kind: "success" }
  /** `isOutage`: the provider could not be used. A refused request shows that it can. */
  | { kind: "failure"; failure: string; isOutage: boolean }
  /** `lagMs` is the time since the provider created the callback; null if the callback does not say. */
  | { kind: "callback"; lagMs: number | null }
);

type Listener = (note: ProviderNote) => void;

/** Upper bounds of the histogram's buckets: providers take from tens of milliseconds up to our time limits. */
const BUCKETS_S = [0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The metrics of this process' calls to providers and of their callbacks, since the process began. */
export const providerMetrics = perProcess("providerMetrics", () => ({
  calls: new Histogram({
    name: "partner_wallet_provider_call_duration_seconds",
    help: "Calls to outside providers by operation and outcome",
    labelNames: ["provider", "operation", "outcome"],
    buckets: BUCKETS_S,
    registers: [],
  }),
  callbacks: new Counter({
    name: "partner_wallet_provider_callbacks_total",
    help: "Callbacks of outside providers by outcome",
    labelNames: ["provider", "outcome"],
    registers: [],
  }),
}));

const shared = perProcess("provider listener", (): { listener?: Listener } => ({}));

/** Sets the listener for provider notes. A process has one listener; a later call replaces it. */
export function onProviderNote(listener: Listener | undefined): void {
  if (listener) shared.listener = listener;
  else delete shared.listener;
}

function textOf(error: unknown): string {
  const text = providerErrorText(error);
  if (text !== undefined) return text;
  return error instanceof Error ? error.name : "unknown error";
}

interface ProviderCall {
  /** The provider and its product, such as `sumsub` or `stripe-identity`. */
  provider: string;
  /** Our name of the operation, such as `createApplicant`; never an id. */
  operation: string;
}

/**
 * Runs one call to an outside provider; counts it in the metrics and for the Health page. A refusal that the caller
 * expects, such as of an object that is gone, is a result and must not be thrown by `run`.
 */
export async function trackProviderCall<T>(
  { provider, operation }: ProviderCall,
  run: () => Promise<T>,
): Promise<T> {
  const startMs = performance.now();
  const count = (outcome: string) =>
    providerMetrics.calls.observe(
      { provider, operation, outcome },
      (performance.now() - startMs) / 1_000,
    );
  try {
    const result = await run();
    count("succeeded");
    shared.listener?.({ kind: "success", provider, at: now() });
    return result;
  } catch (error) {
    const isOutage = !isProviderRefused(error);
    count(isOutage ? "unavailable" : "refused");
    shared.listener?.({ kind: "failure", provider, at: now(), failure: textOf(error), isOutage });
    throw error;
  }
}

interface Callback {
  provider: string;
  outcome: "processed" | "ignored" | "refused" | "failed";
  /** When the provider created the callback, if it says so. */
  createdAt?: Date | undefined;
}

/** Counts a callback of a provider. A refused one may come from anybody, so the Health page does not count it. */
export function noteProviderCallback({ provider, outcome, createdAt }: Callback): void {
  providerMetrics.callbacks.inc({ provider, outcome });
  if (outcome === "refused") return;
  const at = now();
  const lagMs = createdAt ? Math.max(0, at.getTime() - createdAt.getTime()) : null;
  shared.listener?.({ kind: "callback", provider, at, lagMs });
}
