export interface Sample {
  labels?: Record<string, string | number>;
  value: number;
  /** `_bucket`, `_sum` or `_count` of a histogram. */
  suffix?: string;
}

/** A Prometheus metric; its name ends with the unit. */
export interface Metric {
  name: string;
  type: "gauge" | "counter" | "histogram";
  help: string;
  samples: Sample[];
}

const PREFIX = "partner_wallet_";
const escapeHelp = (text: string) => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
const escapeLabel = (text: string) => escapeHelp(text).replaceAll('"', '\\"');

function formatSample(name: string, { labels = {}, value, suffix = "" }: Sample): string {
  const pairs = Object.entries(labels).map(
    ([label, text]) => `${label}="${escapeLabel(String(text))}"`,
  );
  const marked = pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
  return `${PREFIX}${name}${suffix}${marked} ${value}`;
}

/** Formats metrics in Prometheus' text format, version 0.0.4. Metrics without samples are left out. */
export function formatMetrics(metrics: readonly Metric[]): string {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .flatMap(({ name, type, help, samples }) => [
      `# HELP ${PREFIX}${name} ${escapeHelp(help)}`,
      `# TYPE ${PREFIX}${name} ${type}`,
      ...samples.map((sample) => formatSample(name, sample)),
    ])
    .join("\n")
    .concat("\n");
}

/** Returns a gauge with one value. */
export function gauge(name: string, help: string, value: number): Metric {
  return { name, type: "gauge", help, samples: [{ value }] };
}
