// SQL: locks: messages are leased with SKIP LOCKED; links are erased, endpoints are found and old rows deleted in one statement each.

import { query } from "@/lib/db";
import { instantAfter, msUntil } from "@/lib/db/database-clock";
import { type Leased, queueOf } from "@/lib/db/queue";

export type MailChannel = "mail" | "webhook";

interface QueuedMessage {
  id: string;
  kind: string;
  partnerId: string | null;
  personId: string | null;
  address: string | null;
  data: unknown;
  linkSealed: string | null;
  createdAt: Date;
  /**
   * The time until the message is of no use, when it was leased, by the clock of the database: a process whose clock was ahead
   * would give up messages that nobody has sent.
   */
  expiresInMs: number;
  failure: string | null;
  /** The recipient was removed. Of that, a transaction that queued the message at the same time did not know. */
  isRecipientGone: boolean;
  /** The present role of the recipient; null where the message is for an address alone. */
  recipientRole: string | null;
}

export type Message = QueuedMessage & Leased;

/** The result of one attempt: sent, given up, or a failure. None of them: the message was of no use any more. */
export interface MessageOutcome {
  sentAt?: Date;
  failedAt?: Date;
  failure?: string;
}

/**
 * The messages to send. An attempt is limited to half of the lease. Partners take turns: one of them can queue thousands within
 * minutes, as each new API key is one for each owner, and a link for a new password of another one is valid for half an hour.
 */
export const mailOutbox = queueOf<QueuedMessage, MessageOutcome>({
  table: "mail_outbox",
  alias: "m",
  key: { id: "id" },
  columns: `m.kind, m.partner_id AS "partnerId", m.person_id AS "personId", m.address, m.data, m.link_sealed AS "linkSealed",
    m.created_at AS "createdAt", extract(epoch FROM m.expires_at - now())::float8 * 1000 AS "expiresInMs", m.failure,
    EXISTS (SELECT FROM people p WHERE p.id = m.person_id AND p.disabled_at IS NOT NULL) AS "isRecipientGone",
    (SELECT p.role FROM people p WHERE p.id = m.person_id) AS "recipientRole"`,
  outcome: { sentAt: "sent_at", failedAt: "failed_at", failure: "failure" },
  scope: "channel",
  sharedBy: "partner_id",
  leaseMs: 120_000,
  // A message can be queued for the time when its recipient may act, 72 hours later: mail_waiting_withdrawals.
  maxAheadDays: 4,
});

export const ERASE_LINKS =
  "UPDATE mail_outbox SET link_sealed = NULL WHERE link_sealed IS NOT NULL AND due_at IS NULL";

/** Erases the links of messages that were sent or given up. */
export async function eraseLinks(): Promise<void> {
  await query("erase_mail_links", ERASE_LINKS, []);
}

/**
 * Queues one e-mail to each owner and developer of a partner whose endpoint fails for a time and is not paused. The id
 * makes sure that a failure is reported once. Both times are the database's. Returns the number of new messages.
 */
export async function queueFailingEndpoints(at: Date, afterMs: number): Promise<number> {
  const present = instantAfter("$1");
  const rows = await query(
    "queue_failing_endpoints",
    `INSERT INTO mail_outbox (id, channel, kind, partner_id, person_id, address, data, created_at, due_at, expires_at)
     SELECT 'eml_' || md5(concat_ws(' ', 'webhook_failing', p.id, e.failing_since)), 'mail', 'webhook_failing', p.partner_id, p.id,
       p.email, jsonb_build_object('host', substring(e.url FROM '://([^/?#]+)'), 'failingSince', e.failing_since), now(), now(),
       now() + interval '1 day'
     FROM webhook_endpoints e JOIN people p ON p.partner_id = e.partner_id
     WHERE e.failing_since <= ${present} - $2 * interval '1 millisecond' AND e.failing_since > ${present} - interval '1 day'
       AND e.paused_at IS NULL AND p.role IN ('owner', 'developer') AND p.disabled_at IS NULL
       AND 'webhooks' <> ALL (p.muted_topics)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [msUntil(at), afterMs],
  );
  return rows.length;
}

/**
 * Deletes messages that ended before an instant, and expired ones of channels that are off, at most `maxRows`. Returns their
 * number.
 */
export async function deleteOldMessages(
  before: Date,
  { at, off, maxRows }: { at: Date; off: readonly MailChannel[]; maxRows: number },
): Promise<number> {
  const [row] = await query<{ deleted: number }>(
    "delete_old_mail",
    `WITH gone AS (DELETE FROM mail_outbox WHERE id = ANY (ARRAY(SELECT id FROM mail_outbox
         WHERE due_at IS NULL AND created_at < $1 OR due_at IS NOT NULL AND channel = ANY ($3) AND expires_at < $2
         LIMIT $4 FOR UPDATE SKIP LOCKED)) RETURNING 1)
       SELECT count(*)::int AS deleted FROM gone`,
    [before, at, off, maxRows],
  );
  return row?.deleted ?? 0;
}

export interface OutboxCounts {
  /** Messages whose time has come, with those that wait for the next attempt after a failure. */
  due: number;
  /** Since when nothing of a channel was sent that waits: without messages from before the last one that was sent. */
  oldestDueAt: Date | null;
  /** Whether all these are e-mails to one address, which may be what is wrong. */
  isOneAddress: boolean;
  /** Messages that were given up within a day. */
  failed: number;
  /** The last failure of one of these, or of a message that was given up within a day. */
  failure: string | null;
}

/**
 * Counts the messages of the given channels. A message is created at the time of its first attempt; `due_at` alone would leave out
 * those that wait for the next one, which is nearly all the time while no server takes them. A message that waits although
 * later ones were sent, as for a mailbox that is full, says nothing about the channel.
 */
export async function countMessages(
  channels: readonly MailChannel[],
  at: Date,
): Promise<OutboxCounts> {
  const present = instantAfter("$2");
  const [counts] = await query<OutboxCounts & Record<string, unknown>>(
    "count_mail",
    `SELECT count(*) FILTER (WHERE due_at IS NOT NULL)::int AS due,
       min(created_at) FILTER (WHERE is_late) AS "oldestDueAt",
       count(DISTINCT coalesce(address, id)) FILTER (WHERE is_late) = 1
         AND bool_and(channel = 'mail') FILTER (WHERE is_late) AS "isOneAddress",
       count(*) FILTER (WHERE failed_at IS NOT NULL)::int AS failed,
       (array_agg(failure ORDER BY created_at DESC) FILTER (WHERE failure IS NOT NULL))[1] AS failure
     FROM (SELECT w.*, w.created_at > coalesce(last.sent_at, '-infinity') AS is_late FROM mail_outbox w
         LEFT JOIN (SELECT channel, max(sent_at) AS sent_at FROM mail_outbox
           WHERE created_at > ${present} - interval '1 day' GROUP BY channel) last ON last.channel = w.channel
         WHERE w.channel = ANY ($1) AND w.due_at IS NOT NULL AND w.created_at <= ${present}
       UNION ALL SELECT *, false FROM mail_outbox WHERE channel = ANY ($1) AND failed_at > ${present} - interval '1 day') m`,
    [channels, msUntil(at)],
  );
  return counts ?? { due: 0, oldestDueAt: null, isOneAddress: false, failed: 0, failure: null };
}
