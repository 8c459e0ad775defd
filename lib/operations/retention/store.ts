// SQL: bulk deletions in batches, one of them by ranges of blocks, which Prisma Client does not know.

import { query, type RunQuery } from "@/lib/db";
import { firstIdAt, newId } from "@/lib/kernel/ids";
import { UNDER_WAY } from "@/lib/webhooks/sql-store";

/** Whether a delivery named `d` has no attempt in flight. */
const WAITING = `d.status = 'pending' AND NOT (${UNDER_WAY})`;

/** 8 MB of the table. */
const BLOCKS = 1_024;

/**
 * Deletes idempotency keys from before an instant, block range by block range: an index by time would cost every request
 * with a key. Each statement is a transaction of its own. Returns the number of deleted keys.
 */
export async function deleteKeysBefore(at: Date, runQuery: RunQuery = query): Promise<number> {
  const [size] = await runQuery<{ blocks: number }>(
    "count_key_blocks",
    `SELECT (pg_relation_size('idempotency_keys') / current_setting('block_size')::int)::int AS blocks`,
    [],
  );
  let deleted = 0;
  for (let first = 0; first < (size?.blocks ?? 0); first += BLOCKS) {
    const [row] = await runQuery<{ deleted: number }>(
      "delete_keys_of_blocks",
      `WITH gone AS (DELETE FROM idempotency_keys
         WHERE ctid >= format('(%s,0)', $1::int)::tid AND ctid < format('(%s,0)', $2::int)::tid AND created_at < $3
         RETURNING 1)
       SELECT count(*)::int AS deleted FROM gone`,
      [first, first + BLOCKS, at],
    );
    deleted += row?.deleted ?? 0;
  }
  return deleted;
}

/**
 * Reads a number of webhook events from an id on and deletes those from before an instant that are not being delivered, with
 * all that belongs to them. Events that stay are read once in a pass, because the next batch begins after them. Returns the
 * number of deleted events, and the id at which the next batch begins; null at the end.
 */
export async function deleteWebhookEventsBefore(
  at: Date,
  { afterId, rows }: { afterId: string; rows: number },
  runQuery: RunQuery = query,
): Promise<{ deleted: number; nextId: string | null }> {
  const [row] = await runQuery<{ deleted: number; nextId: string | null }>(
    "purge_webhook_events",
    `WITH batch AS MATERIALIZED (SELECT (SELECT id FROM webhook_events WHERE id >= $1 AND id < $2
       ORDER BY id OFFSET $3::int LIMIT 1) AS next_id)
     SELECT purge_webhook_events(coalesce(next_id, $2), $3::int, $1) AS deleted, next_id AS "nextId" FROM batch`,
    [afterId, firstIdAt("evt", at), rows],
  );
  return row ?? { deleted: 0, nextId: null };
}

/** What the partner sees as the error of the last attempt. */
const ABANDONED = "not sent: the endpoint was paused for longer than events are kept";

/**
 * Ends as failed the deliveries from before an instant of endpoints that have been paused since before it, at most `maxRows`:
 * they would wait for ever. Each gets a failed attempt without a URL, which says why; a delivery without an attempt is always
 * pending. Returns their number. An endpoint that is being resumed is left out.
 */
export async function failAbandonedDeliveries(before: Date, maxRows: number): Promise<number> {
  const attemptIds = Array.from({ length: maxRows }, () => newId("dlv"));
  const [row] = await query<{ failed: number }>(
    "fail_abandoned_deliveries",
    `WITH found AS MATERIALIZED (
       SELECT d.event_id FROM webhook_endpoints e JOIN webhook_deliveries d ON d.partner_id = e.partner_id
       WHERE e.paused_at < $1 AND d.created_at < $1 AND d.event_id < $2 AND ${WAITING}
       LIMIT $3::int FOR UPDATE OF d SKIP LOCKED FOR SHARE OF e SKIP LOCKED),
     failed AS (
       UPDATE webhook_deliveries SET status = 'failed', attempts = attempts + 1, failures = failures + 1, completed_at = now(),
         lease_id = NULL
       WHERE event_id = ANY (ARRAY(SELECT event_id FROM found)) RETURNING event_id, partner_id, attempts),
     recorded AS (
       INSERT INTO webhook_attempts (id, partner_id, event_id, number, url, succeeded, error, started_at, duration_ms)
       SELECT ($4::text[])[row_number() OVER (ORDER BY event_id)], partner_id, event_id, attempts, '', false, '${ABANDONED}', now(), 0
       FROM failed)
     SELECT count(*)::int AS failed FROM failed`,
    [before, firstIdAt("evt", before), maxRows, attemptIds],
  );
  return row?.failed ?? 0;
}

/**
 * Deletes sessions that ended before an instant, but the newest one of each person: without it the lists of people would say
 * that somebody has never signed in.
 */
export async function deleteSessionsBefore(at: Date, maxRows: number): Promise<number> {
  const [row] = await query<{ deleted: number }>(
    "delete_sessions_before",
    `WITH gone AS (DELETE FROM sessions WHERE id IN (
         SELECT s.id FROM sessions s WHERE s.expires_at < $1 AND EXISTS (SELECT FROM sessions later
           WHERE later.person_id = s.person_id AND (later.created_at, later.id) > (s.created_at, s.id))
         LIMIT $2 FOR UPDATE OF s SKIP LOCKED) RETURNING 1)
       SELECT count(*)::int AS deleted FROM gone`,
    [at, maxRows],
  );
  return row?.deleted ?? 0;
}

/** Deletes counts of failed sign-ins whose last failure was before an instant and that lock nobody out. */
export async function deleteAttemptsBefore(at: Date, maxRows: number): Promise<number> {
  const [row] = await query<{ deleted: number }>(
    "delete_sign_in_attempts_before",
    `WITH gone AS (DELETE FROM sign_in_attempts WHERE (email_hash, scope) IN (
         SELECT email_hash, scope FROM sign_in_attempts WHERE failed_at < $1 AND (locked_until IS NULL OR locked_until < $1)
         ORDER BY failed_at LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING 1)
       SELECT count(*)::int AS deleted FROM gone`,
    [at, maxRows],
  );
  return row?.deleted ?? 0;
}
