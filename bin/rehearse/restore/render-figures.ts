import { findingLine, goalLines, measuredOn, seconds } from "../page.ts";
import { CURRENT_POSTGRES, NEXT_POSTGRES } from "../postgres/versions.ts";
import type { BackupFigures } from "./backups.ts";
import { missedGoals, type RestoreFigures } from "./figures.ts";
import type { UpgradeFigures } from "./upgrade.ts";

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

function backupRow(name: string, { durationMs, databaseBytes, repositoryBytes }: BackupFigures) {
  return `| ${name} | ${seconds(durationMs)} s, ${megabytes(databaseBytes)} of files as ${megabytes(repositoryBytes)} in the repository |`;
}

const upgradeRows = ({ pauseMs, clusterMs, full }: UpgradeFigures) => [
  `| Upgrade of PostgreSQL ${CURRENT_POSTGRES} to ${NEXT_POSTGRES}: the service was stopped | ${seconds(pauseMs)} s, for ${seconds(clusterMs)} of which pg_upgradecluster ran |`,
  backupRow(`First full backup of PostgreSQL ${NEXT_POSTGRES}`, full),
];

/** The figures as Markdown: what it ran on, the times, and each thing that had to be true. */
export function renderFigures(figures: RestoreFigures): string {
  const { findings, backups, pointInTime, upgrade, leftOut, endOfArchive, machine, at } = figures;
  const { comparison, lostMs } = endOfArchive;
  const missed = missedGoals(figures);
  return [
    measuredOn(at, machine),
    "",
    "|  |  |",
    "| --- | --- |",
    backupRow("Full backup under load", backups.full),
    backupRow("Differential backup under load", backups.diff),
    `| Point in time: until PostgreSQL takes writes | ${seconds(pointInTime.databaseMs)} s |`,
    `| until the service is ready, in restore mode | ${seconds(pointInTime.serviceMs)} s |`,
    `| until a payout is signed again, with everything below done at once | ${seconds(pointInTime.signingMs)} s |`,
    ...(upgrade ? upgradeRows(upgrade) : []),
    `| End of the archive: until PostgreSQL takes writes | ${seconds(endOfArchive.databaseMs)} s |`,
    `| until the service is ready, in restore mode | ${seconds(endOfArchive.serviceMs)} s |`,
    `| lost of ${comparison.acknowledged.toLocaleString("en-US")} acknowledged operations | ${comparison.lost.length}, of the last ${seconds(lostMs)} s |`,
    "",
    ...(leftOut === undefined ? [] : [`Not run: the upgrade of PostgreSQL. ${leftOut}`, ""]),
    ...findings.map(findingLine),
    "",
    ...goalLines(missed),
  ].join("\n");
}
