import { expect, test } from "vitest";
import { wrongBooks } from "../verify/verify.ts";
import { lostTimeMs, missedGoals, type RestoreFigures } from "./figures.ts";
import { renderFigures } from "./render-figures.ts";

const comparison = {
  acknowledged: 1_200,
  ...{ lost: ["fund 1"], duplicated: [], different: [], unknown: [] },
  unanswered: { standing: 0, absent: 0 },
};
const backup = { durationMs: 4_000, databaseBytes: 40_000_000, repositoryBytes: 5_000_000 };
const sound: RestoreFigures = {
  findings: [{ text: "a deposit is credited", seen: "0xabc", isMet: true }],
  backups: { full: backup, diff: { ...backup, durationMs: 1_500 } },
  pointInTime: { databaseMs: 6_000, serviceMs: 20_000, signingMs: 70_000 },
  upgrade: { pauseMs: 31_000, clusterMs: 12_000, full: backup },
  leftOut: undefined,
  endOfArchive: { databaseMs: 5_000, serviceMs: 19_000, comparison, lostMs: 9_000 },
  archiveTimeoutMs: 15_000,
  machine: ["PostgreSQL 17.6"],
  at: new Date("2026-11-26T10:00:00Z"),
};

test("a restore after which everything is true misses no goal, with operations lost after the archive's end", () => {
  expect(missedGoals(sound)).toEqual([]);
  const text = renderFigures(sound);
  expect(text).toContain("| lost of 1,200 acknowledged operations | 1, of the last 9.0 s |");
  expect(text).toContain("- a deposit is credited: 0xabc");
  expect(text).toContain("All goals were reached.");
});

test("an upgrade that was left out is named with the reason, and has no times", () => {
  expect(renderFigures(sound)).toContain("to 18: the service was stopped | 31.0 s, for 12.0 of");
  const reason = "The mirror has none.";
  const text = renderFigures({ ...sound, upgrade: undefined, leftOut: reason });
  expect(text).toContain(`Not run: the upgrade of PostgreSQL. ${reason}`);
  expect(text).not.toContain("the service was stopped");
});

test("what is not true is a missed goal, and is marked in the list", () => {
  const findings = [{ text: "a deposit is credited", seen: "not after 60 s", isMet: false }];
  expect(missedGoals({ ...sound, findings })).toEqual(["a deposit is credited: not after 60 s"]);
  const text = renderFigures({ ...sound, findings });
  expect(text).toContain("- **Not so:** a deposit is credited: not after 60 s");
  expect(text).toContain("Missed: a deposit is credited");
});

test("more than the archive's timeout and a transfer must not be lost", () => {
  const of = (lostMs: number) =>
    missedGoals({ ...sound, endOfArchive: { ...sound.endOfArchive, lostMs } });
  expect(of(20_000)).toEqual([]);
  expect(of(20_100)).toEqual(["The end of the archive is 20.1 s before the loss, at most 20.0."]);
});

test("the lost time goes back to the oldest lost operation that was acknowledged", () => {
  const operation = (key: string, atMs?: number) => ({
    ...{ kind: "fund", key },
    ...(atMs !== undefined && { acknowledged: { atMs } }),
  });
  const operations = [
    operation("1", 100),
    operation("2", 300),
    operation("3", 400),
    operation("4"),
  ];
  expect(lostTimeMs(operations, ["fund 3", "fund 2"], 1_000)).toBe(700);
  expect(lostTimeMs(operations, [], 1_000)).toBe(0);
  expect(lostTimeMs(operations, ["withdraw 1"], 1_000)).toBe(0);
});

test("books are wrong with an operation that is lost, twice or unknown, and with a wallet that is no sum", () => {
  const wallet = { partnerId: "ptn_a", expectedMicroUsd: 5n, balanceMicroUsd: 5n };
  const right = { ...wallet, transactionsMicroUsd: 5n };
  const nothing = { ...comparison, lost: [] };
  expect(wrongBooks(nothing, [right])).toEqual([]);
  expect(wrongBooks(comparison, [right])).toEqual(["1 operations lost"]);
  expect(wrongBooks({ ...nothing, unknown: ["fund 7"] }, [right])).toEqual([
    "1 operations unknown",
  ]);
  expect(wrongBooks({ ...nothing, acknowledged: 0 }, [])).toEqual([
    "no operation was acknowledged",
  ]);
  expect(wrongBooks(nothing, [{ ...wallet, transactionsMicroUsd: 4n }])).toEqual([
    "the wallet of ptn_a has 5, its transactions are 4, expected 5",
  ]);
});
