/**
 * Runs every query of dashboard.json against a Prometheus that scrapes the service:
 *
 *     node ops/grafana/check-dashboard.mjs http://127.0.0.1:9090
 *
 * Prints one line per query with the number of its series. Exit code 1 when a query fails, or returns nothing although its
 * panel's description does not say when it is empty; 2 when Prometheus cannot be asked.
 */
import { readFileSync } from "node:fs";

const [prometheusUrl] = process.argv.slice(2);
if (prometheusUrl === undefined) {
  console.error("usage: node ops/grafana/check-dashboard.mjs <address of Prometheus>");
  process.exit(2);
}
const dashboard = JSON.parse(readFileSync(new URL("dashboard.json", import.meta.url), "utf8"));

/** @param {string} expr a query of a panel, with the variables of Grafana */
async function seriesOf(expr) {
  const query = expr.replaceAll("$__rate_interval", "1m");
  const url = new URL("/api/v1/query", prometheusUrl);
  const response = await fetch(url, { method: "POST", body: new URLSearchParams({ query }) });
  const { status, error, data } = await response.json();
  if (status !== "success") throw new Error(error);
  // The quantile of a histogram without observations is NaN, which Grafana does not draw.
  return data.result.filter(({ value }) => value[1] !== "NaN").length;
}

/** @param {string} expr */
async function resultOf(expr) {
  try {
    const series = await seriesOf(expr);
    return { series, text: `${series} series` };
  } catch (error) {
    if (error instanceof TypeError) {
      console.error(`Prometheus does not answer at ${prometheusUrl}: ${error.message}`);
      process.exit(2);
    }
    return { series: -1, text: `fails: ${error instanceof Error ? error.message : error}` };
  }
}

let isSound = true;
for (const { title, description = "", targets = [] } of dashboard.panels)
  for (const { refId, expr } of targets) {
    const { series, text } = await resultOf(expr);
    const isExpected = series > 0 || (series === 0 && /\bEmpty\b/.test(description));
    if (!isExpected) isSound = false;
    console.log(`${isExpected ? "ok  " : "FAIL"} ${title} ${refId}: ${text}`);
  }
process.exit(isSound ? 0 : 1);
