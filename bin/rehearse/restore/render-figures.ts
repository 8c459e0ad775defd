import { findingLine, goalLines, measuredOn, seconds } from "../page.ts";
import type { BackupFigures } from "./backups.ts";
import { missedGoals, type RestoreFigures } from "./figures.ts";

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

function backupRow(name: string, { durationMs, databaseBytes, repositoryBytes }: BackupFigures) {
  return `| ${name} backup under load | ${seconds(durationMs)} s, ${megabytes(databaseBytes)} of files as ${megabytes(repositoryBytes)} in the repository |`;
}

/** The figures as Markdown: what it ran on, the times, and each thing that had to be true. */
export function renderFigures(figures: RestoreFigures): string {
  const { findings, backups, pointInTime, endOfArchive, machine, at } = figures;
  const { comparison, lostMs } = endOfArchive;
  const missed = missedGoals(figures);
  return [
    measuredOn(at, machine),
    "",
    "|  |  |",
    "| --- | --- |",
    backupRow("Full", backups.full),
    backupRow("Differential", backups.diff),
    `| Point in time: until PostgreSQL takes writes | ${seconds(pointInTime.databaseMs)} s |`,
    `| until the service is ready, in restore mode | ${seconds(pointInTime.serviceMs)} s |`,
    `| until a payout is signed again, with everything below done at once | ${seconds(pointInTime.signingMs)} s |`,
    `| End of the archive: until PostgreSQL takes writes | ${seconds(endOfArchive.databaseMs)} s |`,
    `| until the service is ready, in restore mode | ${seconds(endOfArchive.serviceMs)} s |`,
    `| lost of ${comparison.acknowledged.toLocaleString("en-US")} acknowledged operations | ${comparison.lost.length}, of the last ${seconds(lostMs)} s |`,
    "",
    ...findings.map(findingLine),
    "",
    ...goalLines(missed),
  ].join("\n");
}
