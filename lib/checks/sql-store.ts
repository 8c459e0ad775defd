// SQL: a run replaces only an earlier one, in one statement for concurrent runs.

import { query } from "@/lib/db";
import type { Check } from "./check";

interface NewCheck extends Omit<Check, "soundAt" | "person"> {
  personId: string | null;
}

/**
 * Stores the result of a check in place of the previous one. Of two concurrent runs, the one that started later wins: returns
 * false for the other one.
 */
export async function upsertCheck(check: NewCheck): Promise<boolean> {
  const { kind, ranAt, durationMs, isSound, result, personId } = check;
  const rows = await query(
    "upsert_check",
    `INSERT INTO checks (kind, ran_at, duration_ms, is_sound, sound_at, result, person_id)
     VALUES ($1, $2::timestamptz, $3, $4, CASE WHEN $4 THEN $2::timestamptz END, $5, $6)
     ON CONFLICT (kind) DO UPDATE SET ran_at = excluded.ran_at, duration_ms = excluded.duration_ms,
       is_sound = excluded.is_sound, sound_at = coalesce(excluded.sound_at, checks.sound_at), result = excluded.result,
       person_id = excluded.person_id
     WHERE checks.ran_at <= excluded.ran_at RETURNING 1`,
    [kind, ranAt, durationMs, isSound, JSON.stringify(result), personId],
  );
  return rows.length > 0;
}
