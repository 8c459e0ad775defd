import { z } from "zod";

/** The settings of traces, under OpenTelemetry's own names. Part of the schema in env.ts. */
export const TRACING_SETTINGS = {
  /** The collector's address, such as http://127.0.0.1:4318. Without it there are no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SERVICE_NAME: z.string().default("partner-wallet"),
  /** The share of traces that is sent, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};
