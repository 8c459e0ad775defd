import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { log } from "@/lib/kernel/log";
import { findOpenRestore, insertRestore, type Restore } from "./sql-store";

/** The subject of the alert about restore mode. */
export const RESTORE_ALERT = { kind: "restore_mode", subject: "database" } as const;

/** Returns the row with which restore mode begins. */
export function newRestore(reason: string, startedBy: string | null) {
  const margin = env().RESTORE_ADDRESS_MARGIN;
  return { id: newId("rst"), startedAt: now(), startedBy, reason, margin };
}

/** Describes an open restore as a text for the operator's people. */
export function restoreText({ reason, startedAt, depositIndexFrom, depositIndexTo }: Restore) {
  return `Nothing is signed since ${startedAt.toISOString()}: ${reason} The indexes ${depositIndexFrom} to ${depositIndexTo} of deposit addresses are never given out.`;
}

/**
 * Opens the alert about restore mode while a restore is open. Otherwise closes it: the command that ends restore mode may have
 * been stopped before it did.
 */
export async function raiseRestoreAlert(): Promise<void> {
  const restore = await findOpenRestore();
  if (!restore) return closeAlert(RESTORE_ALERT);
  await openAlert({ ...RESTORE_ALERT, text: restoreText(restore) });
  // It may have ended just before, and its alert closed with it.
  if (!(await findOpenRestore())) await closeAlert(RESTORE_ALERT);
}

/**
 * Begins restore mode because the service noticed that its database is an earlier copy, or that something else has used
 * its keys. Does nothing while restore mode is on. Source: docs/decisions/0110-restored-database.md
 */
export async function noteRestored(reason: string): Promise<void> {
  if (!(await insertRestore(newRestore(reason, null)))) return;
  log().error({ reason }, "restore mode began");
  await raiseRestoreAlert();
}
