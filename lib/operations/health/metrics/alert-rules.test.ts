import "@/test/database";
import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { presentTreasury } from "@/lib/treasury/present";
import { recentReconciliation } from "@/lib/treasury/reconcile/recent-reconciliation";
import { endTests } from "@/test/fixtures/make";
import { readServiceState } from "../state/read-service-state";
import { registryOf } from "./metric";
import { metricsOfProcess } from "./metrics-of-process";
import { metricsOfState } from "./metrics-of-state";
import { metricsOfTreasury } from "./metrics-of-treasury";

afterAll(endTests);

test("every metric that docs/prometheus-alerts.yml names exists", async () => {
  const metrics = [
    ...metricsOfState(await readServiceState()),
    ...metricsOfProcess(),
    ...metricsOfTreasury(presentTreasury(await recentReconciliation())),
  ].map(({ name }) => `partner_wallet_${name}`);
  const always = registryOf([]).getMetricsAsArray();
  metrics.push(...always.map(({ name }) => name));
  const rules = readFileSync("docs/prometheus-alerts.yml", "utf8");
  const named = [...rules.matchAll(/partner_wallet_\w+/g)].map(([name]) => name);
  expect(named.length).toBeGreaterThan(8);
  const withoutSuffix = (name: string) => name.replace(/_(count|bucket|sum)$/, "");
  expect(named.filter((name) => !metrics.includes(withoutSuffix(name)))).toEqual([]);
});
