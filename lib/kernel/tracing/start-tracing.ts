import { AsyncLocalStorage } from "node:async_hooks";
import type { Context, Link, Span, Tracer } from "@opentelemetry/api";
import { beforeExit } from "../before-exit";
import type { Env } from "../env";
import { errorFields, log } from "../log";
import { type CurrentSpan, type SpanOptions, setTracing, type Tracing } from "./span";

/** Shorter than the time in which a process ends, so that the last spans are sent or given up. */
const EXPORT_TIMEOUT_MS = 2_500;

type Settings = Pick<
  Env,
  "OTEL_EXPORTER_OTLP_ENDPOINT" | "OTEL_SERVICE_NAME" | "OTEL_TRACES_SAMPLER_ARG" | "SERVICE_ROLE"
>;
type Api = typeof import("@opentelemetry/api");

/** Makes the provider of spans. The packages are loaded here and nowhere else, so a process without traces has none. */
async function makeProvider(endpoint: string, settings: Settings) {
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, "")}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  return new sdk.TracerProvider({
    resource: resourceFromAttributes({
      "service.name": settings.OTEL_SERVICE_NAME,
      "service.instance.id": String(process.pid),
      "partner_wallet.role": settings.SERVICE_ROLE,
    }),
    sampler: new sdk.ParentBasedSampler({
      root: new sdk.TraceIdRatioBasedSampler(settings.OTEL_TRACES_SAMPLER_ARG),
    }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
}

/** Spans with contexts of our own: a global provider would make Next create spans as well. */
class OpenTelemetry implements Tracing {
  readonly #contexts = new AsyncLocalStorage<Context>();
  readonly #api: Api;
  readonly #tracer: Tracer;

  constructor(api: Api, tracer: Tracer) {
    this.#api = api;
    this.#tracer = tracer;
  }

  currentSpan() {
    const context = this.#contexts.getStore();
    return context && this.#api.trace.getSpanContext(context);
  }

  async inSpan<T>(
    name: string,
    options: SpanOptions,
    run: (span: CurrentSpan) => Promise<T>,
  ): Promise<T> {
    const { SpanStatusCode, trace } = this.#api;
    const parent = this.#parentOf(options);
    const span = this.#tracer.startSpan(name, this.#optionsOf(options), parent);
    try {
      return await this.#contexts.run(trace.setSpan(parent, span), run, currentOf(span, this.#api));
    } catch (error) {
      // The text can quote rows; the log has it without them.
      if (error instanceof Error) span.setAttribute("error.type", error.name);
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }

  #parentOf({ parent }: SpanOptions): Context {
    const { ROOT_CONTEXT, trace } = this.#api;
    if (parent) return trace.setSpanContext(ROOT_CONTEXT, parent);
    return parent === null ? ROOT_CONTEXT : (this.#contexts.getStore() ?? ROOT_CONTEXT);
  }

  #optionsOf({ kind, attributes = {}, links = [] }: SpanOptions) {
    const { SERVER, CLIENT, INTERNAL } = this.#api.SpanKind;
    const kinds = { server: SERVER, client: CLIENT, internal: INTERNAL };
    return { kind: kinds[kind], attributes, links: links.map((context): Link => ({ context })) };
  }
}

function currentOf(span: Span, { SpanStatusCode }: Api): CurrentSpan {
  return {
    set: (attributes) => span.setAttributes(attributes),
    fail: () => span.setStatus({ code: SpanStatusCode.ERROR }),
  };
}

/**
 * Sends traces by OTLP over HTTP if OTEL_EXPORTER_OTLP_ENDPOINT is set; otherwise does nothing and loads nothing. Returns a
 * function that sends what is left and turns tracing off. Source: docs/operating.md.
 */
export async function startTracing(settings: Settings): Promise<() => Promise<void>> {
  const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return async () => undefined;
  const api = await import("@opentelemetry/api");
  const provider = await makeProvider(endpoint, settings);
  setTracing(new OpenTelemetry(api, provider.getTracer("partner-wallet")));
  const stop = async () => {
    setTracing();
    await provider.shutdown().catch((error: unknown) => {
      log().warn({ failure: errorFields(error) }, "the last spans were not sent");
    });
  };
  beforeExit(stop);
  return stop;
}
