import { runAudited } from "@/lib/kernel/audit-context";
import { newId } from "@/lib/kernel/ids";
import { newRestore, raiseRestoreAlert } from "../restored/restore-mode";
import { findOpenRestore, insertRestore, type Restore } from "../restored/sql-store";

/** The command that sets restore mode, as audit entries name it. */
export const COMMAND = "npm run restore-mode";

/**
 * Begins restore mode because a person says that the database is an earlier copy. From the commit on nothing is signed,
 * and no deposit address is given out that the lost database may have given out. The audit entry names the administrator,
 * because nobody is signed in at a command. Returns the open restore, and whether this call began it.
 * Source: docs/decisions/0110-restored-database.md
 */
export async function beginRestore(
  personId: string,
): Promise<{ restore: Restore; isNew: boolean }> {
  const row = newRestore("An administrator declared the database a restored copy.", personId);
  const context = {
    personId,
    partnerId: null,
    ...{ action: "restore_mode.on", targetId: row.id, before: null, after: { madeBy: COMMAND } },
    ...{ ipAddress: null, requestId: newId("req"), at: row.startedAt },
  };
  const begun = await runAudited(context, () => insertRestore(row));
  await raiseRestoreAlert();
  const restore = begun ?? (await findOpenRestore());
  if (!restore) throw new Error("Somebody ended restore mode at the same time.");
  return { restore, isNew: begun !== undefined };
}
