import "@/test/database";
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { checkCustody } from "@/lib/accounting/checks/check-custody";
import { findReconciliation } from "@/lib/accounting/checks/find-reconciliation";
import { endTests } from "@/test/fixtures/make";
import { readServiceState } from "../state/read-service-state";
import { type Metric, registryOf } from "./metric";
import { metricsOfProcess } from "./metrics-of-process";
import { metricsOfState } from "./metrics-of-state";
import { metricsOfTreasury } from "./metrics-of-treasury";

interface Rule {
  alert: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

const read = (path: string) => readFileSync(path, "utf8");
const rules: Rule[] = parse(read("ops/prometheus/rules.yml")).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
);
interface RuleTest {
  name: string;
  alert_rule_test: { exp_alerts: { exp_labels: Record<string, string> }[] }[];
}
const ruleTests: RuleTest[] = parse(read("ops/prometheus/rules.test.yml")).tests;

afterAll(endTests);

describe("the metrics that operators' files name", () => {
  let ofService: Metric[];
  let metrics: Set<string>;
  beforeAll(async () => {
    await checkCustody(null);
    const state = await readServiceState();
    ofService = [
      ...metricsOfState(state),
      ...metricsOfProcess(),
      ...metricsOfTreasury(await findReconciliation(), state.at),
    ];
    const named = ofService.map(({ name }) => `partner_wallet_${name}`);
    const always = registryOf([]).getMetricsAsArray();
    metrics = new Set([...named, ...always.map(({ name }) => name)]);
  });

  const withoutSuffix = (name: string) =>
    name.replace(/(duration_seconds)_(count|bucket|sum)$/, "$1");
  const namedIn = (text: string) =>
    [...text.matchAll(/\bpartner_wallet_\w+/g)].map(([name]) => withoutSuffix(name));

  test.each([
    ["ops/prometheus/rules.yml", 12],
    ["ops/prometheus/rules.test.yml", 12],
    ["ops/grafana/dashboard.json", 40],
  ])("exist: %s", (path, least) => {
    const named = namedIn(read(path));
    expect(named.length).toBeGreaterThan(least);
    expect(named.filter((name) => !metrics.has(name))).toEqual([]);
  });

  test("exist: docs/*.md, by their whole names", () => {
    const roles = ["partner_wallet_app", "partner_wallet_read", "partner_wallet_database_"];
    const pages = readdirSync("docs").filter((name) => name.endsWith(".md"));
    const texts = pages.map((name) => read(`docs/${name}`));
    const named = texts.flatMap(namedIn).filter((name) => !roles.includes(name));
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !metrics.has(name))).toEqual([]);
    const short = [...metrics].map((name) => name.replace("partner_wallet_", ""));
    const shortened = texts.flatMap((text) => short.filter((name) => text.includes(`\`${name}\``)));
    expect(shortened).toEqual([]);
  });

  test("no metric has a label that Prometheus sets: it would rename ours, and queries would group by its own", () => {
    const set = ["job", "instance", "role", "cell"];
    const clashing = ofService.filter(({ samples }) =>
      samples.some(({ labels }) => set.some((name) => name in (labels ?? {}))),
    );
    expect(clashing.map(({ name }) => name)).toEqual([]);
    expect(ofService.find(({ name }) => name === "job_failing")?.samples[0]?.labels).toHaveProperty(
      "job_name",
    );
  });
});

describe("each alert rule", () => {
  test("has a severity that the route of Alertmanager knows", () => {
    const severities = rules.map(({ labels }) => labels.severity);
    expect(new Set(severities)).toEqual(new Set(["page", "ticket"]));
    expect(read("ops/alertmanager/alertmanager.yml")).toContain(`severity="page"`);
  });

  test.each(rules.map(({ alert }) => alert))(
    "%s has a test that it fires and one that it does not",
    (alert) => {
      const name = alert.replace("PartnerWallet", "");
      const titles = ruleTests.map((each) => each.name);
      expect(titles).toContainEqual(expect.stringMatching(`^${name} fires `));
      expect(titles).toContainEqual(expect.stringMatching(`^${name} does not fire `));
    },
  );

  test("has a runbook of its own in docs/operating.md", () => {
    const headings = [...read("docs/operating.md").matchAll(/^### (PartnerWallet\w+)$/gm)];
    expect(headings.map(([, name]) => name).sort()).toEqual(rules.map(({ alert }) => alert).sort());
    for (const { alert, annotations } of rules)
      expect(annotations.runbook).toBe(`docs/operating.md#${alert.toLowerCase()}`);
  });
});

describe("Alertmanager", () => {
  interface Inhibition {
    source_matchers: string[];
    target_matchers: string[];
    equal?: string[];
  }
  const inhibitions: Inhibition[] = parse(read("ops/alertmanager/alertmanager.yml")).inhibit_rules;
  /** The rules whose names a list of matchers selects. */
  const selected = (matchers: string[]) =>
    matchers.flatMap((matcher) => {
      const [, pattern = ""] = /^alertname=~?"(.*)"$/.exec(matcher) ?? [];
      return rules.map(({ alert }) => alert).filter((name) => RegExp(`^(${pattern})$`).test(name));
    });

  test("mutes an alert only for its cause: one process that is down mutes no other alert", () => {
    const muted = inhibitions.map(({ source_matchers, target_matchers }) => [
      selected(source_matchers),
      selected(target_matchers),
    ]);
    expect(muted).toEqual([
      [["PartnerWalletAllDown"], ["PartnerWalletDown", "PartnerWalletServerErrors"]],
      [
        ["PartnerWalletDiskFull"],
        [
          "PartnerWalletNoWrites",
          "PartnerWalletTrouble",
          "PartnerWalletServerErrors",
          "PartnerWalletDeliveriesLate",
          "PartnerWalletIssuerEventsLate",
        ],
      ],
      [["PartnerWalletBooksDiffer"], ["PartnerWalletAlertFailed"]],
    ]);
  });

  test("sends a notification of its own for each thing that an alert is about", () => {
    const { route } = parse(read("ops/alertmanager/alertmanager.yml"));
    const labels = ruleTests.flatMap(({ alert_rule_test }) =>
      alert_rule_test.flatMap(({ exp_alerts }) =>
        exp_alerts.flatMap(({ exp_labels }) => Object.keys(exp_labels)),
      ),
    );
    // The job and the severity follow from the alert's name, the device from the place where it is mounted.
    const others = ["job", "severity", "device", "fstype"];
    const things = new Set(labels.filter((label) => !others.includes(label)));
    expect(new Set(route.group_by)).toEqual(new Set(["alertname", "cell", ...things]));
  });

  test("mutes nothing of another cell", () => {
    for (const { equal } of inhibitions) expect(equal).toEqual(["cell"]);
  });
});

describe("Prometheus", () => {
  test("scrapes every process that the installation starts, with its role", () => {
    const [scrape] = parse(read("ops/prometheus/prometheus.yml")).scrape_configs;
    const targets = scrape.static_configs.flatMap(
      ({ targets, labels }: { targets: string[]; labels: { role: string } }) =>
        targets.map((target) => [labels.role, target]),
    );
    const [enabled = ""] =
      /^systemctl enable --now partner-wallet-web.*$/m.exec(read("docs/operating.md")) ?? [];
    const webPorts = [...enabled.matchAll(/web@(\d+)/g)].map(([, port]) => port);
    const [, workerPort] =
      /PORT=(\d+)/.exec(read("ops/systemd/partner-wallet-worker.service")) ?? [];
    expect(targets).toEqual([
      ...webPorts.map((port) => ["web", `127.0.0.1:${port}`]),
      ["worker", `127.0.0.1:${workerPort}`],
    ]);
  });
});

describe("the dashboard", () => {
  interface Panel {
    id: number;
    type: string;
    title: string;
    gridPos: { x: number; y: number; w: number; h: number };
    targets?: { expr: string; refId: string }[];
  }
  const { panels, schemaVersion }: { panels: Panel[]; schemaVersion: number } = JSON.parse(
    read("ops/grafana/dashboard.json"),
  );

  test("has panels with ids, queries and places of their own", () => {
    expect(schemaVersion).toBeGreaterThan(30);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const charts = panels.filter(({ type }) => type !== "row");
    for (const { title, targets = [] } of charts) expect(targets.length, title).toBeGreaterThan(0);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) => {
      expect(x + w).toBeLessThanOrEqual(24);
      return Array.from({ length: w * h }, (_, n) => `${x + (n % w)}:${y + Math.floor(n / w)}`);
    });
    expect(new Set(cells).size).toBe(cells.length);
  });
});
