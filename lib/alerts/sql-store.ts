// SQL: one statement raises an alert once, whichever process sees its cause first; watchers run it at every poll.

import { query } from "@/lib/db";
import type { AlertSubject } from "./alert";
import type { AlertRow } from "./alert-row";
import { alertDefinition } from "./catalogue";

/**
 * Opens the alert, or updates the text of the open one. Does nothing for an alert that a person has closed and that is not reopened.
 * Returns true if the alert was not open before.
 */
export async function upsertAlert(row: AlertRow): Promise<boolean> {
  const rows = await query<{ isNew: boolean }>(
    "upsert_alert",
    `INSERT INTO alerts (id, kind, subject, text, opened_at) SELECT $1, $2, $3, $4, $5::timestamptz
     WHERE $6::boolean OR NOT EXISTS (SELECT FROM alerts WHERE kind = $2 AND subject = $3 AND closed_by IS NOT NULL)
     ON CONFLICT (kind, subject) WHERE closed_at IS NULL DO UPDATE SET text = excluded.text
       WHERE alerts.text <> excluded.text
     RETURNING id = $1 AS "isNew"`,
    [row.id, row.kind, row.subject, row.text, row.openedAt, alertDefinition(row.kind).reopens],
  );
  return rows[0]?.isNew ?? false;
}

/** Closes an alert because its cause has ended. Returns true if it was open. */
export async function endAlert({ kind, subject }: AlertSubject, at: Date): Promise<boolean> {
  const rows = await query(
    "end_alert",
    "UPDATE alerts SET closed_at = $3 WHERE kind = $1 AND subject = $2 AND closed_at IS NULL RETURNING id",
    [kind, subject, at],
  );
  return rows.length > 0;
}
