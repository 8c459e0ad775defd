import { Counter, Gauge, Registry } from "prom-client";
import { providerMetrics } from "@/lib/kernel/provider-calls";
import { requestDurations } from "@/lib/kernel/request-durations";

export interface Sample {
  labels?: Record<string, string | number>;
  value: number;
}

/** A Prometheus metric whose values are read at the scrape; its name ends with the unit. */
export interface Metric {
  name: string;
  type: "gauge" | "counter";
  help: string;
  samples: Sample[];
}

const PREFIX = "partner_wallet_";

/** Returns a registry of metrics, and of the durations of requests and of calls to providers. Metrics without samples are left out. */
export function registryOf(metrics: readonly Metric[]): Registry {
  const registry = new Registry();
  registry.registerMetric(requestDurations);
  registry.registerMetric(providerMetrics.calls);
  registry.registerMetric(providerMetrics.callbacks);
  for (const { name, type, help, samples } of metrics) {
    const [first] = samples;
    if (!first) continue;
    const labelNames = Object.keys(first.labels ?? {});
    const options = { name: `${PREFIX}${name}`, help, labelNames, registers: [registry] };
    const metric = type === "gauge" ? new Gauge(options) : new Counter(options);
    for (const { labels = {}, value } of samples) metric.inc(labels, value);
  }
  return registry;
}

/** Returns a gauge with one value. */
export function gauge(name: string, help: string, value: number): Metric {
  return { name, type: "gauge", help, samples: [{ value }] };
}
