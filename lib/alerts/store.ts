import { change, query } from "@/lib/db";
import type { AlertSubject } from "./alert";
import type { AlertRow } from "./alert-row";
import { type AlertKind, alertDefinition } from "./catalogue";

/**
 * Opens the alert, or updates the text of the open one. Does nothing for an alert that a person has closed for good.
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

/** Closes an alert on behalf of a person, with their reason. Returns true if it was open. */
export async function settleAlert(
  id: string,
  { by, reason, at }: { by: string; reason: string; at: Date },
): Promise<boolean> {
  const rows = await change(
    "settle_alert",
    `UPDATE alerts SET closed_at = $2, closed_by = $3, close_reason = $4 WHERE id = $1 AND closed_at IS NULL
     RETURNING id`,
    [id, at, by, reason],
    (changed) => changed.length > 0,
  );
  return rows.length > 0;
}

export async function findOpenAlert(id: string): Promise<OpenAlert | undefined> {
  const rows = await query<OpenAlert & Record<string, unknown>>(
    "find_open_alert",
    `SELECT id, kind, subject, text, opened_at AS "openedAt" FROM alerts WHERE id = $1 AND closed_at IS NULL`,
    [id],
  );
  return rows[0];
}

export interface OpenAlert {
  id: string;
  kind: AlertKind;
  subject: string;
  text: string;
  openedAt: Date;
}

/** The open alerts, newest first. */
export function listOpenAlerts(limit: number): Promise<OpenAlert[]> {
  return query<OpenAlert & Record<string, unknown>>(
    "list_open_alerts",
    `SELECT id, kind, subject, text, opened_at AS "openedAt" FROM alerts WHERE closed_at IS NULL
     ORDER BY opened_at DESC, id DESC LIMIT $1`,
    [limit],
  );
}
