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
 * and no deposit address is given out that the lost database may have given out. Then all sessions are ended, also those
 * that had been ended in the lost time, and when the service began the mode by itself. The audit entries name the
 * administrator, because nobody is signed in at a command. Returns the open restore, whether this call began it, and how
 * many sessions it ended.
 * Source: docs/decisions/0110-restored-database.md
 */
export async function beginRestore(
  personId: string,
): Promise<{ restore: Restore; isNew: boolean; endedSessions: number }> {
  const row = newRestore("An administrator declared the database a restored copy.", personId);
  const begin = { ...auditedBy(personId, row.startedAt), action: "restore_mode.on" };
  const begun = await runAudited({ ...begin, targetId: row.id }, () => insertRestore(row));
  await raiseRestoreAlert();
  const restore = begun ?? (await findOpenRestore());
  if (!restore) throw new Error("Somebody ended restore mode at the same time.");
  const at = now();
  const end = { ...auditedBy(personId, at), action: "restore_mode.end_sessions" };
  const endedSessions = await runAudited({ ...end, targetId: restore.id }, () =>
    endAllSessions(at),
  );
  return { restore, isNew: begun !== undefined, endedSessions };
}
