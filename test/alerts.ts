import type { AlertKind } from "@/lib/alerts/alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { newId } from "@/lib/kernel/ids";
import { sql } from "./make";

/** An alert as the service opens it; its id. */
export async function makeAlert(kind: AlertKind, subject = newId("wd")): Promise<string> {
  await openAlert({ kind, subject, text: `${subject} needs somebody.` });
  const [open] = await sql(
    "SELECT id FROM alerts WHERE kind = $1 AND subject = $2 AND closed_at IS NULL",
    [kind, subject],
  );
  return open.id;
}
