// SQL: a run replaces only an earlier one, in one statement for concurrent runs.

import { query } from "@/lib/db";
import type { Check } from "./check";

interface NewCheck extends Omit<Check, "soundAt" | "person"> {
  personId: string | null;
}

/** Whether a time was in the future when it was written, by a clock that was ahead. Clocks that are right differ by less. */
const isAhead = (column: string) => `${column} > now() + interval '1 minute'`;

/**
 * Stores the result of a check in place of the previous one. Of two concurrent runs, the one that started later wins: returns
 * false for the other one. A stored run of a clock that was ahead is replaced: it would hide all results until its time has
 * come.
 */
export async function upsertCheck(check: NewCheck): Promise<boolean> {
  const { kind, ranAt, durationMs, isSound, result, personId } = check;
  const rows = await query(
    "upsert_check",
    `INSERT INTO checks (kind, ran_at, duration_ms, is_sound, sound_at, result, person_id)
     VALUES ($1, $2::timestamptz, $3, $4, CASE WHEN $4 THEN $2::timestamptz END, $5, $6)
     ON CONFLICT (kind) DO UPDATE SET ran_at = excluded.ran_at, duration_ms = excluded.duration_ms,
       is_sound = excluded.is_sound, result = excluded.result, person_id = excluded.person_id,
       sound_at = coalesce(excluded.sound_at, CASE WHEN NOT (${isAhead("checks.sound_at")}) THEN checks.sound_at END)
     WHERE checks.ran_at <= excluded.ran_at OR ${isAhead("checks.ran_at")} RETURNING 1`,
    [kind, ranAt, durationMs, isSound, JSON.stringify(result), personId],
  );
  return rows.length > 0;
}
