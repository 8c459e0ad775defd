import { tamper } from "./superuser";

/**
 * Moves the posted journals to times from `first` on, in their order. `stepsMs` are the distances between them,
 * repeated from the beginning if there are more journals. Journals of one commit still have the same time.
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
    // The hourly sums belong to the former times.
    "TRUNCATE ledger.hours, ledger.wallet_hours",
    "UPDATE ledger.hours_end SET ended_at = '-infinity'",
    "UPDATE ledger.wallet_hours_end SET ended_at = '-infinity'",
  );
}
