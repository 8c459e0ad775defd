import type { Finding } from "../findings.ts";
import { seconds } from "../page.ts";
import type { Comparison } from "../verify/compare-books.ts";
import type { BackupFigures } from "./backups.ts";
import type { RecoveryFigures } from "./recover.ts";
import type { UpgradeFigures } from "./upgrade.ts";

/** A restore to the end of the archive. */
export interface EndOfArchiveFigures extends Pick<RecoveryFigures, "databaseMs" | "serviceMs"> {
  comparison: Comparison;
  /** How long before the loss the oldest operation was acknowledged that is lost, in ms; 0 when none is. */
  lostMs: number;
}

export interface RestoreFigures {
  findings: readonly Finding[];
  backups: { full: BackupFigures; diff: BackupFigures };
  pointInTime: Pick<RecoveryFigures, "databaseMs" | "serviceMs"> & { signingMs: number };
  /** Undefined when it was left out. */
  upgrade: UpgradeFigures | undefined;
  /** Why the upgrade was left out. */
  leftOut: string | undefined;
  endOfArchive: EndOfArchiveFigures;
  /** After how many ms a segment that is not full is archived. */
  archiveTimeoutMs: number;
  machine: readonly string[];
  at: Date;
}

/** How much longer than the archive's timeout may be lost: the time of one transfer to the repository. */
const TRANSFER_MS = 5_000;

/** How long before a loss the oldest of the lost operations was acknowledged, in ms; 0 for none. */
export function lostTimeMs(
  operations: readonly { kind: string; key: string; acknowledged?: { atMs: number } }[],
  lost: readonly string[],
  lostAtMs: number,
): number {
  const names = new Set(lost);
  const times = operations.flatMap(({ kind, key, acknowledged }) =>
    acknowledged && names.has(`${kind} ${key}`) ? [acknowledged.atMs] : [],
  );
  return times.length === 0 ? 0 : lostAtMs - Math.min(...times);
}

/** Reports every goal that was missed, one sentence each. */
export function missedGoals({
  findings,
  endOfArchive: { lostMs },
  archiveTimeoutMs,
}: RestoreFigures): string[] {
  const most = archiveTimeoutMs + TRANSFER_MS;
  return [
    ...findings.filter(({ isMet }) => !isMet).map(({ text, seen }) => `${text}: ${seen}`),
    ...(lostMs > most
      ? [
          `The end of the archive is ${seconds(lostMs)} s before the loss, at most ${seconds(most)}.`,
        ]
      : []),
  ];
}
