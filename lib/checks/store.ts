import { query } from "@/lib/db";
import type { Check, CheckKind } from "./check";

interface NewCheck extends Omit<Check, "soundAt" | "person"> {
  personId: string | null;
}

/**
 * Stores the result of a check in place of the previous one. Of two concurrent runs, the one that started later wins.
 */
export async function upsertCheck(check: NewCheck): Promise<void> {
  const { kind, ranAt, durationMs, isSound, result, personId } = check;
  await query(
    "upsert_check",
    `INSERT INTO checks (kind, ran_at, duration_ms, is_sound, sound_at, result, person_id)
     VALUES ($1, $2::timestamptz, $3, $4, CASE WHEN $4 THEN $2::timestamptz END, $5, $6)
     ON CONFLICT (kind) DO UPDATE SET ran_at = excluded.ran_at, duration_ms = excluded.duration_ms,
       is_sound = excluded.is_sound, sound_at = coalesce(excluded.sound_at, checks.sound_at), result = excluded.result,
       person_id = excluded.person_id
     WHERE checks.ran_at <= excluded.ran_at`,
    [kind, ranAt, durationMs, isSound, JSON.stringify(result), personId],
  );
}

interface CheckRow extends Omit<Check, "person"> {
  personId: string | null;
  personName: string;
}

/** The last run of a check; undefined if it never ran. */
export async function findCheck(kind: CheckKind): Promise<Check | undefined> {
  const rows = await query<CheckRow>(
    "find_check",
    `SELECT c.kind, c.ran_at AS "ranAt", c.duration_ms AS "durationMs", c.is_sound AS "isSound", c.sound_at AS "soundAt",
       c.result, c.person_id AS "personId", p.name AS "personName"
     FROM checks c LEFT JOIN people p ON p.id = c.person_id WHERE c.kind = $1`,
    [kind],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { personId, personName, ...check } = row;
  return { ...check, person: personId === null ? null : { id: personId, name: personName } };
}
