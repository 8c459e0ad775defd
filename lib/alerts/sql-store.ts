// SQL: one statement raises an alert once, whichever process sees its cause first; watchers run it at every poll. The clock of the database.

import { query, type RunQuery } from "@/lib/db";
import { instantAfter, msUntil } from "@/lib/db/database-clock";
import type { AlertSubject } from "./alert";
import type { AlertRow } from "./alert-row";
import { type AlertKind, alertDefinition } from "./catalogue";

/** The condition that the cause of an alert lasts: also a person may close an alert, and the cause remains. */
export const CAUSE_LASTS = "(closed_at IS NULL OR (closed_by IS NOT NULL AND ended_at IS NULL))";

/**
 * Opens the alert, or updates the text of the open one. Does nothing for an alert of a kind that is not reopened, while the
 * cause lasts for which a person has closed it. It opens at the time of the database, as its messages wait for that time: a process
 * whose clock was ahead would tell people days later, and one whose clock was behind would tell nobody.
 * Returns true if the alert was not open before.
 */
export async function upsertAlert(row: AlertRow, at: Date): Promise<boolean> {
  const rows = await query<{ isNew: boolean }>(
    "upsert_alert",
    `INSERT INTO alerts (id, kind, subject, text, opened_at) SELECT $1, $2, $3, $4, ${instantAfter("$5")}
     WHERE $6::boolean OR NOT EXISTS (SELECT FROM alerts WHERE kind = $2 AND subject = $3 AND closed_by IS NOT NULL
       AND ended_at IS NULL)
     ON CONFLICT (kind, subject) WHERE closed_at IS NULL DO UPDATE SET text = excluded.text
       WHERE alerts.text <> excluded.text
     RETURNING id = $1 AS "isNew"`,
    [row.id, row.kind, row.subject, row.text, msUntil(at), alertDefinition(row.kind).reopens],
  );
  return rows[0]?.isNew ?? false;
}

/**
 * Closes an alert because its cause has ended, at the time of the database: transfers that came back are looked at for a day from
 * then, and one that a process whose clock was behind had closed would not be. Returns true if it was open.
 */
export async function endAlert({ kind, subject }: AlertSubject, at: Date): Promise<boolean> {
  const rows = await query(
    "end_alert",
    `UPDATE alerts SET closed_at = ${instantAfter("$3")} WHERE kind = $1 AND subject = $2 AND closed_at IS NULL RETURNING id`,
    [kind, subject, msUntil(at)],
  );
  return rows.length > 0;
}

/** Finds the open alert of a subject, for a change set that closes it together with its cause. */
export async function findOpenAlertId(
  { kind, subject }: AlertSubject,
  runQuery: RunQuery,
): Promise<string | undefined> {
  const [alert] = await runQuery<{ id: string }>(
    "find_open_alert_id",
    "SELECT id FROM alerts WHERE kind = $1 AND subject = $2 AND closed_at IS NULL",
    [kind, subject],
  );
  return alert?.id;
}

async function findSubjects(
  name: string,
  condition: string,
  kind: AlertKind,
  subjects: readonly string[],
): Promise<Set<string>> {
  if (subjects.length === 0) return new Set();
  const rows = await query<{ subject: string }>(
    name,
    `SELECT subject FROM alerts WHERE kind = $1 AND subject = ANY ($2) AND ${condition}`,
    [kind, subjects],
  );
  return new Set(rows.map(({ subject }) => subject));
}

/**
 * Finds those of the subjects about which a person has closed an alert of this kind while its cause lasts, as far as is
 * known. A change set does not open alerts about them again that are of a kind which is not reopened: its insert does not
 * know the kinds.
 */
export const findSettled = (kind: AlertKind, subjects: readonly string[]): Promise<Set<string>> =>
  findSubjects("find_settled_alerts", "closed_by IS NOT NULL AND ended_at IS NULL", kind, subjects);

/** Finds those of the subjects that have an alert of this kind whose cause lasts, as far as is known. */
export const findLasting = (kind: AlertKind, subjects: readonly string[]): Promise<Set<string>> =>
  findSubjects("find_lasting_alerts", CAUSE_LASTS, kind, subjects);

/**
 * Finds the subjects of the open alerts of a kind that were opened before an instant of the service's clock. Compared by the clock of
 * the database, by which alerts open: a process whose clock was behind would find none of those that it opened before.
 */
export async function findOpenSubjects(kind: AlertKind, before: Date): Promise<string[]> {
  const rows = await query<{ subject: string }>(
    "find_open_subjects",
    `SELECT subject FROM alerts WHERE kind = $1 AND closed_at IS NULL AND opened_at < ${instantAfter("$2")}`,
    [kind, msUntil(before)],
  );
  return rows.map(({ subject }) => subject);
}

/** Records that the cause has ended for which a person had closed the alert of a subject, at the time of the database. */
export async function endSettled({ kind, subject }: AlertSubject, at: Date): Promise<void> {
  await query(
    "end_settled_alert",
    `UPDATE alerts SET ended_at = ${instantAfter("$3")} WHERE kind = $1 AND subject = $2 AND closed_by IS NOT NULL AND ended_at IS NULL`,
    [kind, subject, msUntil(at)],
  );
}
