// SQL: bulk deletions in batches, one of them by ranges of blocks, which Prisma Client does not know.

import { type Ask, query } from "@/lib/db";
import { firstIdAt } from "@/lib/kernel/ids";

/** 8 MB of the table. */
const BLOCKS = 1_024;

/**
 * Deletes idempotency keys from before an instant, block range by block range: an index by time would cost every request
 * with a key. Each statement is a transaction of its own. Returns the number of deleted keys.
 */
export async function deleteKeysBefore(at: Date, ask: Ask = query): Promise<number> {
  const [size] = await ask<{ blocks: number }>(
    "count_key_blocks",
    `SELECT (pg_relation_size('idempotency_keys') / current_setting('block_size')::int)::int AS blocks`,
    [],
  );
  let deleted = 0;
  for (let first = 0; first < (size?.blocks ?? 0); first += BLOCKS) {
    const [row] = await ask<{ deleted: number }>(
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
  ask: Ask = query,
): Promise<{ deleted: number; nextId: string | null }> {
  const [row] = await ask<{ deleted: number; nextId: string | null }>(
    "purge_webhook_events",
    `WITH batch AS MATERIALIZED (SELECT (SELECT id FROM webhook_events WHERE id >= $1 AND id < $2
       ORDER BY id OFFSET $3::int LIMIT 1) AS next_id)
     SELECT purge_webhook_events(coalesce(next_id, $2), $3::int, $1) AS deleted, next_id AS "nextId" FROM batch`,
    [afterId, firstIdAt("evt", at), rows],
  );
  return row ?? { deleted: 0, nextId: null };
}

/** Deletes sessions that ended before an instant. */
export async function deleteSessionsBefore(at: Date, maxRows: number): Promise<number> {
  const [row] = await query<{ deleted: number }>(
    "delete_sessions_before",
    `WITH gone AS (DELETE FROM sessions WHERE id IN (
         SELECT id FROM sessions WHERE expires_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING 1)
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
