import { now } from "@/lib/kernel/clock";
import type { AlertKind } from "./catalogue";
import { closeAlert } from "./close-alert";
import { endSettled, findLasting } from "./sql-store";

/**
 * Records that the causes of the alerts of these subjects have ended: closes the open ones. `report` runs for each that a
 * person had closed before, because that person took the cause for final. After a crash the call is repeated.
 */
export async function endCauses(
  kind: AlertKind,
  subjects: readonly string[],
  report: (subject: string) => Promise<void>,
): Promise<void> {
  for (const subject of await findLasting(kind, subjects)) await closeAlert({ kind, subject });
  // Read again: a person may have closed an alert meanwhile, and no open one is left.
  for (const subject of await findLasting(kind, subjects)) {
    await report(subject);
    await endSettled({ kind, subject }, now());
  }
}
