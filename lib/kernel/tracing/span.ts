import { perProcess } from "../per-process";

type Attributes = Record<string, string | number | boolean>;

/** Where a span belongs, for spans that begin later or elsewhere. Its content is OpenTelemetry's. */
export interface SpanPlace {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

export interface SpanOptions {
  /** `server` responds to a request, `client` waits for something outside of the process. */
  kind: "server" | "client" | "internal";
  attributes?: Attributes;
  /** The parent; by default the span in whose `run` this one begins. `null` begins a trace. */
  parent?: SpanPlace | null | undefined;
  /** Other spans that caused this one. */
  links?: readonly SpanPlace[];
}

/** A span that is under way. */
export interface CurrentSpan {
  set(attributes: Attributes): void;
  /** Marks the span as failed. An error that `run` throws does so too. */
  fail(): void;
}

/** The functions that start-tracing.ts provides while tracing is on. */
export interface Tracing {
  inSpan<T>(name: string, options: SpanOptions, run: (span: CurrentSpan) => Promise<T>): Promise<T>;
  currentSpan(): SpanPlace | undefined;
}

const state = perProcess("tracing", (): { tracing?: Tracing } => ({}));
const NO_SPAN: CurrentSpan = { set: () => undefined, fail: () => undefined };

/** Turns tracing on; without an argument off. */
export function setTracing(tracing?: Tracing): void {
  if (tracing) state.tracing = tracing;
  else delete state.tracing;
}

/**
 * Runs `run` in a span of its own, which ends with it. While tracing is off, only runs it. Names and attributes contain no
 * card data, no personal data and no secrets: they leave the service.
 */
export function inSpan<T>(
  name: string,
  options: SpanOptions,
  run: (span: CurrentSpan) => Promise<T>,
): Promise<T> {
  return state.tracing ? state.tracing.inSpan(name, options, run) : run(NO_SPAN);
}

/** The span in whose `run` this is called; undefined without one, and while tracing is off. */
export function currentSpan(): SpanPlace | undefined {
  return state.tracing?.currentSpan();
}
