import { publishChange } from "@/lib/kernel/changes";
import { now } from "@/lib/kernel/clock";
import { log } from "@/lib/kernel/log";
import type { NewAlert } from "./alert";
import { alertRow } from "./alert-row";
import { upsertAlert } from "./sql-store";

/**
 * Opens an alert for administrators. If the alert is already open, this updates its text and keeps its time, so callers
 * need not know whether it is open.
 */
export async function openAlert(alert: NewAlert): Promise<void> {
  const isNew = await upsertAlert(alertRow(alert), now());
  if (!isNew) return;
  publishChange(null, ["alerts"]);
  log().warn({ kind: alert.kind, subject: alert.subject }, "alert opened");
}
