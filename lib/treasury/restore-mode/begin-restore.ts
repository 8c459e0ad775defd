import { databaseTimeOf } from "@/lib/db/read-clock";
import { endAllSessions } from "@/lib/identity/store";
import { runAudited } from "@/lib/kernel/audit-context";
import { now } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { newRestore, raiseRestoreAlert } from "../restored/restore-mode";
import { findOpenRestore, insertRestore, type Restore } from "../restored/sql-store";

/** The command that sets restore mode, as audit entries name it. */
export const COMMAND = "npm run restore-mode";

/** The common part of the audit entries of the command. */
const auditedBy = (personId: string, at: Date) => ({
  ...{ personId, partnerId: null, before: null, after: { madeBy: COMMAND } },
  ...{ ipAddress: null, requestId: newId("req"), at },
});

/**
 * Begins restore mode because a person says that the database is an earlier copy. From the commit on nothing is signed,
 * and no deposit address is given out that the lost database may have given out. Where the mode is on already it begins
 * anew, because the copy may be of a time in restore mode. Then all sessions are ended, also those that had been ended in
 * the lost time. The audit entries name the administrator, because nobody is signed in at a command. Returns the open
 * restore, whether the mode was on before, and how many sessions were ended.
 * Source: docs/decisions/0110-restored-database.md
 */
export async function beginRestore(
  personId: string,
): Promise<{ restore: Restore; wasOn: boolean; endedSessions: number }> {
  const wasOn = (await findOpenRestore()) !== undefined;
  const row = newRestore("An administrator declared the database a restored copy.", personId);
  const begin = { ...auditedBy(personId, row.startedAt), action: "restore_mode.on" };
  const restore = await runAudited({ ...begin, targetId: row.id }, () => insertRestore(row));
  if (!restore) throw new Error("Somebody began restore mode at the same time. Run this again.");
  await raiseRestoreAlert();
  const at = await databaseTimeOf(now());
  const end = { ...auditedBy(personId, at), action: "restore_mode.end_sessions" };
  const endedSessions = await runAudited({ ...end, targetId: restore.id }, () =>
    endAllSessions(at),
  );
  return { restore, wasOn, endedSessions };
}
