// SQL: lock: an applicant is never added to a user that is being deleted; polls are leased.

import { query } from "@/lib/db";
import { instantAfter, msUntil } from "@/lib/db/database-clock";
import { type Leased, queueOf } from "@/lib/db/queue";
import { leaseInTurns, rowsInTurns, type Turn } from "@/lib/db/turns";

export interface Applicant {
  userId: string;
  provider: string;
  /** 1 for the first applicant of a user. */
  ordinal: number;
  /** The id of the identity check that was open at the creation. */
  sessionId: string;
  /** Null until the provider has returned it. */
  providerId: string | null;
}

type ApplicantRow = Applicant & Record<string, unknown>;

/** The columns of an Applicant, from a table named `a`. */
const COLUMNS = `a.user_id AS "userId", a.provider, a.ordinal, a.session_id AS "sessionId", a.provider_id AS "providerId"`;

interface Opening {
  userId: string;
  provider: string;
  sessionId: string;
  at: Date;
  pollDueAt: Date;
}

/**
 * Returns the user's current applicant at a provider; creates the row if there is none, before the provider is called.
 * Concurrent calls return the same row. The poll is due by the clock of the database. Undefined for a deleted user: the lock on the user makes the deletion see the row,
 * or this statement the deletion.
 */
export async function openApplicant(opening: Opening): Promise<Applicant | undefined> {
  const { userId, provider, sessionId, at, pollDueAt } = opening;
  const rows = await query<ApplicantRow>(
    "open_kyc_applicant",
    `WITH owner AS MATERIALIZED (SELECT id, partner_id FROM users WHERE id = $1 AND deleted_at IS NULL FOR SHARE),
       current AS (SELECT coalesce(max(ordinal) FILTER (WHERE closed_at IS NULL), max(ordinal) + 1, 1) AS ordinal
         FROM kyc_applicants WHERE user_id = $1 AND provider = $2)
     INSERT INTO kyc_applicants AS a (user_id, partner_id, provider, ordinal, session_id, created_at, poll_due_at)
     SELECT owner.id, owner.partner_id, $2, current.ordinal, $3, $4, ${instantAfter("$5")} FROM owner, current
     ON CONFLICT (user_id, provider, ordinal) DO UPDATE
       SET poll_due_at = least(a.poll_due_at, excluded.poll_due_at), polls = 0, partner_id = excluded.partner_id
     RETURNING ${COLUMNS}`,
    [userId, provider, sessionId, at, msUntil(pollDueAt)],
  );
  return rows[0];
}

/**
 * Stores the provider's id. If the user was deleted meanwhile and the erasure found nothing at the provider, the erasure is
 * due again; one that is under way did not know the id, so its lease ends and its outcome does not count.
 */
export async function storeProviderId(applicant: Applicant, providerId: string): Promise<void> {
  await query(
    "store_kyc_provider_id",
    `UPDATE kyc_applicants SET provider_id = $4, erased_at = NULL, erase_leased_until = NULL,
       erase_due_at = CASE WHEN erased_at IS NULL THEN erase_due_at ELSE now() END
     WHERE user_id = $1 AND provider = $2 AND ordinal = $3`,
    [applicant.userId, applicant.provider, applicant.ordinal, providerId],
  );
}

/** Finds the applicant that continues the checks of the user of one of our sessions. */
export async function findOpenApplicant(
  provider: string,
  sessionId: string,
): Promise<Applicant | undefined> {
  const rows = await query<ApplicantRow>(
    "find_open_kyc_applicant",
    `SELECT ${COLUMNS} FROM kyc_applicants a JOIN kyc_sessions s ON s.user_id = a.user_id
     WHERE s.id = $2 AND a.provider = $1 AND a.closed_at IS NULL ORDER BY a.ordinal DESC LIMIT 1`,
    [provider, sessionId],
  );
  return rows[0];
}

/** Records that the provider ended an applicant: the next check of the user needs another one. */
export async function closeApplicant(
  provider: string,
  providerId: string,
  at: Date,
): Promise<void> {
  await query(
    "close_kyc_applicant",
    `UPDATE kyc_applicants SET closed_at = $3, poll_due_at = NULL
     WHERE provider = $1 AND provider_id = $2 AND closed_at IS NULL`,
    [provider, providerId, at],
  );
}

interface ApplicantOwner {
  userId: string;
  /** Whether the provider ended the applicant, or its person was denied. */
  isClosed: boolean;
}

/** Finds the user of a provider's id. */
export async function findApplicantOwner(
  provider: string,
  providerId: string,
): Promise<ApplicantOwner | undefined> {
  const rows = await query<ApplicantOwner & Record<string, unknown>>(
    "find_kyc_applicant_owner",
    `SELECT user_id AS "userId", closed_at IS NOT NULL AS "isClosed" FROM kyc_applicants
     WHERE provider = $1 AND provider_id = $2`,
    [provider, providerId],
  );
  return rows[0];
}

/** How long after the end of its link an undecided check is polled as often as before. */
const POLLED_AFTER_EXPIRY = "3 days";
/** How long after its creation an undecided check is polled at all, and how often then: a review can take weeks. */
const POLLED_AFTER_CREATION = "90 days";
const LATE_POLL_EVERY = "7 days";
/** Longer than any poll is planned ahead: a later time is of a clock that was ahead, and would put the poll off until then. */
const MAX_AHEAD = "8 days";
/** The time of the service by the clock of the database, which all processes share. `$2` is the difference. */
const AT = instantAfter("$2");

/** Which applicants of a provider are polled. */
export interface PollRules {
  provider: string;
  /** Whether the provider goes on to monitor approved persons, so that a lost callback could be a revoked approval. */
  isMonitoring: boolean;
}

/** An applicant whose poll was leased. */
export interface PolledApplicant extends Applicant {
  /** When the next poll is due, unless this one is returned. It names the lease: another poll moves it. */
  nextPollAt: Date;
}

/** A leased poll. `isPolled`: the check still needs one. */
type LeasedPoll = PolledApplicant & { isPolled: boolean };

/**
 * Leases applicants whose poll is due; the partners take turns. Those of open checks are due again an hour later, then after
 * twice as long each time, at most a day, and once a week when the link ended days ago. Monitored persons are due each week
 * after their approval. Nobody else is polled again. All times are the database's: a process whose clock was ahead took the polls before their
 * time, and open checks for those of long ago, which nobody polls.
 */
export async function leasePolls(
  { provider, isMonitoring }: PollRules,
  at: Date,
  limit: number,
): Promise<PolledApplicant[]> {
  const keys = ["user_id", "provider", "ordinal"];
  const chosen = rowsInTurns({
    ...{ table: "kyc_applicants", keys, column: "partner_id", due: "poll_due_at" },
    ...{
      isReady: `poll_due_at <= ${AT}`,
      isInScope: " AND provider = $1",
      limit: "$3",
      last: "$5",
    },
  });
  const statement = `WITH chosen AS MATERIALIZED (${chosen} UNION ALL
       SELECT *, NULL::text AS owner, NULL::int AS turn FROM (SELECT ${keys.join(", ")} FROM kyc_applicants
         WHERE provider = $1 AND poll_due_at > ${AT} + interval '${MAX_AHEAD}' AND poll_due_at < 'infinity'
         ORDER BY poll_due_at LIMIT $3 FOR UPDATE SKIP LOCKED) locked
       LIMIT $3),
     due AS MATERIALIZED (
       SELECT c.*, u.partner_id, s.id IS NOT NULL AS open, s.expires_at > ${AT} - interval '${POLLED_AFTER_EXPIRY}' AS recent,
         CASE WHEN $4 AND u.status = 'approved' THEN (SELECT max(l.completed_at) FROM kyc_sessions l
           WHERE l.user_id = u.id) END AS approved_at
       FROM chosen c JOIN users u ON u.id = c.user_id
         LEFT JOIN kyc_sessions s ON s.id = u.kyc_session_id AND s.completed_at IS NULL
           AND s.created_at > ${AT} - interval '${POLLED_AFTER_CREATION}')
     UPDATE kyc_applicants a SET polls = a.polls + 1, partner_id = d.partner_id,
       poll_due_at = CASE
         WHEN a.provider_id IS NULL THEN NULL
         WHEN d.open AND d.recent
           THEN ${AT} + least(interval '1 hour' * 2 ^ least(a.polls, 5), interval '1 day')
         WHEN d.open OR d.approved_at IS NOT NULL THEN ${AT} + interval '${LATE_POLL_EVERY}' END
     FROM due d WHERE a.user_id = d.user_id AND a.provider = d.provider AND a.ordinal = d.ordinal
     RETURNING ${COLUMNS}, d.owner, d.turn, a.poll_due_at AS "nextPollAt",
       coalesce(a.provider_id IS NOT NULL AND (d.open OR d.approved_at <= ${AT} - interval '${LATE_POLL_EVERY}'), false) AS "isPolled"`;
  const leased = await leaseInTurns<LeasedPoll>(`lease_kyc_polls ${provider}`, (last) =>
    query<LeasedPoll & Turn & Record<string, unknown>>("lease_kyc_polls", statement, [
      provider,
      msUntil(at),
      limit,
      isMonitoring,
      last,
    ]),
  );
  return leased
    .filter(({ isPolled }) => isPolled)
    .map(({ isPolled: _isPolled, ...applicant }) => applicant);
}

/**
 * Plans the weekly polls of a monitored person whose polls have ended, as those of a person who was denied before. The first one ends
 * them again for a person who is not approved then. Does nothing for a deleted user: the lock makes the deletion see the row, or this
 * statement the deletion.
 */
export async function resumePolls(provider: string, userId: string): Promise<void> {
  await query(
    "resume_kyc_polls",
    `WITH owner AS MATERIALIZED (SELECT id FROM users WHERE id = $2 AND deleted_at IS NULL FOR SHARE)
     UPDATE kyc_applicants a SET poll_due_at = now() + interval '${LATE_POLL_EVERY}' FROM owner
     WHERE a.user_id = owner.id AND a.provider = $1 AND a.closed_at IS NULL AND a.poll_due_at IS NULL`,
    [provider, userId],
  );
}

/** Makes a poll that failed due again, as if it had not been attempted, unless another one was leased or planned since. */
export async function returnPoll(
  { userId, provider, ordinal, nextPollAt }: PolledApplicant,
  dueAt: Date,
): Promise<void> {
  await query(
    "return_kyc_poll",
    `UPDATE kyc_applicants SET polls = greatest(polls - 1, 0), poll_due_at = ${instantAfter("$4")}
     WHERE user_id = $1 AND provider = $2 AND ordinal = $3 AND poll_due_at = $5`,
    [userId, provider, ordinal, msUntil(dueAt), nextPollAt],
  );
}

/** An applicant of a deleted user whose erasure was leased. */
export type Erasure = Applicant & Leased;

/** The erasures at the providers. The deletion of a user makes them due: see prisma/sql/public.request_kyc_erasure.sql. */
export const kycErasures = queueOf<Applicant, { erasedAt?: Date }>({
  table: "kyc_applicants",
  prefix: "erase_",
  alias: "a",
  key: { userId: "user_id", provider: "provider", ordinal: "ordinal" },
  columns: `a.session_id AS "sessionId", a.provider_id AS "providerId"`,
  outcome: { erasedAt: "erased_at" },
  sharedBy: "partner_id",
  leaseMs: 180_000,
});

interface Attempt {
  provider: string;
  /** The provider's id of the attempt. */
  attemptId: string;
  userId: string;
  code: string;
  at: Date;
}

interface CountedAttempt {
  /** The attempts of the user with this code, up to this one. */
  attempts: number;
  /** The time with which the attempt was reported first: a callback and a poll may report it with different times. */
  decidedAt: Date;
}

/**
 * Counts a failed attempt once, however often it is reported. Of a deleted user, whose attempts may have been erased already, none
 * is stored.
 */
export async function countAttempt(attempt: Attempt): Promise<CountedAttempt> {
  const { provider, attemptId, userId, code, at } = attempt;
  const rows = await query<CountedAttempt & Record<string, unknown>>(
    "count_kyc_attempt",
    `WITH added AS (
       INSERT INTO kyc_attempts (provider, attempt_id, user_id, code, created_at)
       SELECT $1, $2, u.id, $4, $5 FROM users u WHERE u.id = $3 AND u.deleted_at IS NULL FOR SHARE
       ON CONFLICT DO NOTHING RETURNING created_at),
     counted AS (SELECT created_at FROM added UNION ALL
       SELECT created_at FROM kyc_attempts WHERE provider = $1 AND attempt_id = $2 UNION ALL
       SELECT $5 FROM users WHERE id = $3 AND deleted_at IS NOT NULL LIMIT 1)
     SELECT c.created_at AS "decidedAt", ((SELECT count(*) FROM added) + (SELECT count(*) FROM kyc_attempts
       WHERE user_id = $3 AND code = $4 AND created_at <= c.created_at))::int AS attempts FROM counted c`,
    [provider, attemptId, userId, code, at],
  );
  // Without a row a concurrent statement has just added the attempt; the next one sees it.
  return rows[0] ?? countAttempt(attempt);
}
