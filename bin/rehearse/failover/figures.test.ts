import { expect, test } from "vitest";
import { type DrillFigures, type Figures, missedGoals } from "./figures.ts";
import { renderFigures } from "./render-figures.ts";

const drill = (changes: Partial<DrillFigures> = {}): DrillFigures => ({
  name: "kill",
  notes: ["primary n1"],
  requests: 100,
  failures: { "503": 4 },
  pauseMs: 3_400,
  recoveredAfterMs: 3_400,
  slowestMs: 3_450,
  ...changes,
});
const sound: Figures = {
  drills: [drill(), drill({ pauseMs: 2_100, failures: { "503": 1, ECONNRESET: 2 } })],
  leftOut: [],
  errors: [],
  findings: [{ text: "etcd answers nobody", seen: "refused", isMet: true }],
  before: { requestsPerS: 80, p50Ms: 12, p95Ms: 31 },
  comparison: {
    acknowledged: 5_000,
    ...{ lost: [], duplicated: [], different: [], unknown: [] },
    unanswered: { standing: 0, absent: 0 },
  },
  wallets: [
    { partnerId: "ptr_a", expectedMicroUsd: 5n, balanceMicroUsd: 5n, transactionsMicroUsd: 5n },
  ],
  checks: [{ command: "npm run audit", code: 0, lastLine: "25 invariants, 0 broken" }],
  machine: ["PostgreSQL 17.6"],
  at: new Date("2026-11-26T10:00:00Z"),
};

test("a rehearsal that reached everything misses no goal", () => {
  expect(missedGoals(sound)).toEqual([]);
});

test.each([
  ["lost", { lost: ["fund 1"] }, "1 operations lost: fund 1"],
  ["duplicated", { duplicated: ["fund 1"] }, "1 operations duplicated: fund 1"],
  ["different", { different: ["fund 1"] }, "1 operations different: fund 1"],
  ["unknown", { unknown: ["fund 1"] }, "1 operations unknown: fund 1"],
  ["no operation at all", { acknowledged: 0 }, "The load had no acknowledged operation."],
])("%s", (_, comparison, message) => {
  const figures = { ...sound, comparison: { ...sound.comparison, ...comparison } };
  expect(missedGoals(figures)).toEqual([message]);
});

test("a drill that could not be run here stands in the figures with its reason", () => {
  const figures = { ...sound, leftOut: ["`major`: the mirror has no PostgreSQL 18"] };
  expect(renderFigures(figures)).toContain(
    "\n\nNot run: `major`: the mirror has no PostgreSQL 18\n\n",
  );
});

test("a drill that did not come to its end is a missed goal", () => {
  expect(missedGoals({ ...sound, errors: ["Writes did not succeed again."] })).toEqual([
    "Writes did not succeed again.",
  ]);
});

test("a stranger who was let in is a missed goal, and every refusal stands in the figures", () => {
  const findings = [{ text: "etcd answers nobody", seen: "it answered", isMet: false }];
  expect(missedGoals({ ...sound, findings })).toEqual(["etcd answers nobody: it answered"]);
  expect(renderFigures(sound)).toContain("- etcd answers nobody: refused\n");
});

test("each wallet must be the sum of its operations, in the ledger and in the partner's list", () => {
  const [wallet] = sound.wallets;
  for (const changes of [{ balanceMicroUsd: 4n }, { transactionsMicroUsd: 6n }]) {
    const wallets = wallet ? [{ ...wallet, ...changes }] : [];
    expect(missedGoals({ ...sound, wallets })).toHaveLength(1);
  }
});

test("a check of the books that fails is a missed goal", () => {
  const checks = [{ command: "npm run audit", code: 1, lastLine: "25 invariants, 1 broken" }];
  expect(missedGoals({ ...sound, checks })).toEqual(["npm run audit: 25 invariants, 1 broken"]);
});

test("each drill has its limit, and an upgrade may fail no request, by whatever outcome", () => {
  const drills = [
    drill({ pauseMs: 5_001 }),
    drill({ name: "node", pauseMs: 19_999 }),
    drill({ name: "switchover", pauseMs: 8_200 }),
    drill({ name: "rolling", pauseMs: 10, failures: { "429": 3 } }),
    drill({ name: "rolling", pauseMs: 10, failures: {} }),
  ];
  expect(missedGoals({ ...sound, drills })).toEqual([
    "kill: no acknowledged write for 5.0 s, at most 5.",
    "switchover: no acknowledged write for 8.2 s, at most 5.",
    "rolling: failed requests, 429 × 3.",
  ]);
});

test("the figures are a table with one row per drill, and name what was missed", () => {
  const text = renderFigures(sound);
  expect(text).toContain("| Primary's postmaster killed (kill -9), 5 s | 2 | 2.1, 3.4 |");
  expect(text).toContain("503 × 5, ECONNRESET × 2");
  expect(text).toContain("5,000 acknowledged operations: 0 lost, 0 duplicated");
  expect(text).toContain("All goals were reached.");
  const missed = renderFigures({ ...sound, drills: [drill({ pauseMs: 9_000 })] });
  expect(missed).toContain("Missed: kill: no acknowledged write for 9.0 s, at most 5.");
});
