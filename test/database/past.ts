import { tamper } from "./superuser";

/**
 * Moves what was posted into the past, in its order, from `first` on: `stepsMs` after each other, from the beginning again
 * when there are more journals than steps. Of one commit the journals have one time, as they had.
 */
export async function spread(first: Date, stepsMs: readonly number[]): Promise<void> {
  await tamper(
    `WITH times AS (SELECT created_at, row_number() OVER (ORDER BY created_at) AS place
         FROM (SELECT DISTINCT created_at FROM ledger.journals) posted),
       steps AS (SELECT created_at, sum((ARRAY[${stepsMs}]::numeric[])[1 + (place - 1) % ${stepsMs.length}])
         OVER (ORDER BY created_at) AS after_ms FROM times)
     UPDATE ledger.journals j SET created_at = '${first.toISOString()}'::timestamptz + after_ms * interval '1 millisecond'
       FROM steps WHERE steps.created_at = j.created_at`,
    "UPDATE ledger.entries e SET created_at = j.created_at FROM ledger.journals j WHERE j.id = e.journal_id",
    // Written while they were of the present.
    "TRUNCATE ledger.hours",
    "UPDATE ledger.hours_end SET ended_at = '-infinity'",
  );
}
