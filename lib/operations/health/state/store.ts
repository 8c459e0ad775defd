// SQL: the state of the whole service in few statements.

import { isHeadOld } from "@/lib/chain/is-head-old";
import { query } from "@/lib/db";
import { EXCESS_RIGHTS } from "@/lib/db/login-rights";
import { MINUTE_MS } from "@/lib/kernel/durations";
import { firstIdAt } from "@/lib/kernel/ids";
import { MAX_COUNTED } from "@/lib/kernel/page";
import { WAITING } from "@/lib/webhooks/delivery/waiting";
import { AWAITS_PARTNER } from "@/lib/withdrawals/own-approvals/sql-store";
import type {
  ChainFacts,
  DatabaseFacts,
  DeliveryFacts,
  EndpointFacts,
  HeldDepositFacts,
  IssuerEventFacts,
  IssuerUpdateFacts,
  JobFacts,
  ProviderFacts,
  ReplicationFacts,
  WithdrawalFacts,
} from "./service-state";

type DatabaseSize = Omit<
  DatabaseFacts,
  "isReadOnly" | "pendingMigrations" | "lostSettings" | "writeFault" | "replication" | "clocks"
> & { replication: Omit<ReplicationFacts, "isRequired">; closedAheadS: number };

/** A standby, which takes no writes, has no position of its own: it counts from what it has replayed. */
const WAL_END =
  "CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END";

/** A slot without a restart_lsn holds nothing: nobody has used it yet, or PostgreSQL gave it up. */
const SLOT = `
  SELECT jsonb_build_object('name', slot_name, 'isActive', active,
    'heldBytes', greatest(pg_wal_lsn_diff(${WAL_END}, restart_lsn), 0))
  FROM pg_replication_slots WHERE restart_lsn IS NOT NULL ORDER BY restart_lsn LIMIT 1`;

const PREPARED_TRANSACTION = `
  SELECT jsonb_build_object('name', gid, 'database', database, 'login', owner,
    'ageS', extract(epoch FROM clock_timestamp() - prepared))
  FROM pg_prepared_xacts ORDER BY prepared LIMIT 1`;

const DUMP = `
  SELECT jsonb_build_object('ageS', extract(epoch FROM clock_timestamp() - last_made_at),
    'overdueS', extract(epoch FROM clock_timestamp() - next_due_at))
  FROM dump_schedule`;

/** The time that ledger.post gives to the next entry at the earliest. Infinite times cannot be subtracted. */
const CLOSED_AHEAD = `
  SELECT CASE WHEN edge > clock_timestamp() THEN extract(epoch FROM edge - clock_timestamp())::float8 ELSE 0 END
  FROM (SELECT greatest(h.ended_at, w.ended_at, d.closed_before::timestamp AT TIME ZONE 'UTC') AS edge
    FROM ledger.hours_end h, ledger.wallet_hours_end w, ledger.days_end d) closed`;

/** PostgreSQL itself compares the versions in the same way when somebody connects. */
const TEXTS = `
  SELECT jsonb_build_object('encoding', pg_encoding_to_char(encoding), 'locale', datcollate,
    'isOrderChanged', coalesce(datcollversion <> coalesce(pg_database_collation_actual_version(oid), ''), false))
  FROM pg_database WHERE datname = current_database()`;

/** Reads the size of the database, and the activity of all its clients as far as its owner may see them. */
export async function readDatabase(): Promise<DatabaseSize> {
  const [row] = await query<DatabaseSize & Record<string, unknown>>(
    "health_database",
    `SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS "sizeBytes",
       connections, current_setting('max_connections')::int AS "maxConnections",
       oldest_transaction_s AS "oldestTransactionS", oldest_transaction_login AS "oldestTransactionLogin",
       owner, is_visible AS "isActivityVisible",
       session_user AS login, ${EXCESS_RIGHTS} AS "excessRights",
       jsonb_build_object('standbys', standbys, 'lagS', lag_s,
         'isSynchronous', current_setting('synchronous_standby_names') <> '') AS replication,
       (SELECT jsonb_build_object('isFailing', coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false),
          'ageS', CASE WHEN current_setting('archive_timeout') <> '0'
            THEN extract(epoch FROM clock_timestamp() - coalesce(last_archived_time, stats_reset)) END)
        FROM pg_stat_archiver WHERE current_setting('archive_mode') <> 'off') AS archive,
       (${SLOT}) AS slot, (${PREPARED_TRANSACTION}) AS "preparedTransaction", (${DUMP}) AS dump,
       (${TEXTS}) AS texts, (${CLOSED_AHEAD}) AS "closedAheadS"
     FROM public.server_activity()`,
    [],
  );
  if (!row) throw new Error("the database says nothing of itself");
  return row;
}

/** Reads the state of those of the chains that were polled. */
export async function readChains(chains: readonly string[]): Promise<ChainFacts[]> {
  const rows = await query<Omit<ChainFacts, "isHeadOld"> & Record<string, unknown>>(
    "health_chains",
    `SELECT s.chain, nullif(s.head_number, 0) AS "headNumber", nullif(s.head_at, to_timestamp(0)) AS "headAt",
       s.seen_at AS "seenAt", c.block_number AS "cursorNumber", s.fault, s.fault_since AS "faultSince",
       (SELECT count(*)::int FROM seen_transfers t WHERE t.chain = s.chain) AS "confirmingDeposits",
       o.number AS "openTransactions", o.oldest AS "oldestOpenTransactionAt"
     FROM chain_status s LEFT JOIN chain_cursors c ON c.chain = s.chain
     CROSS JOIN LATERAL (SELECT count(*)::int AS number, min(created_at) AS oldest FROM relayer_transactions r
       WHERE r.chain = s.chain AND r.status = 'pending') o
     WHERE s.chain = ANY ($1) ORDER BY s.chain`,
    [chains],
  );
  return rows.map((row) => {
    const { headAt, seenAt } = row;
    return { ...row, isHeadOld: headAt !== null && isHeadOld(headAt, seenAt) };
  });
}

type DeliveryCounts = Omit<DeliveryFacts, "endpoints">;

/**
 * $1 is the id of an attempt one minute ago: ids are ordered by time. An attempt without a URL was not sent. $2 is the number up
 * to which the deliveries of each partner are counted: a paused endpoint may have millions, and a scrape must not read them all.
 *
 * A failing endpoint gets one request at a time, so its events may be due for hours although the service works. They count when
 * requests to three partners or more failed and none succeeded: then the service itself may be cut off.
 */
const DELIVERIES = `
WITH RECURSIVE ${WAITING}, of_partners AS MATERIALIZED (
  SELECT w.partner_id, w.due_at, e.failing_since IS NOT NULL AS is_failing,
    w.due_at <= now() AND e.url IS NOT NULL AND e.paused_at IS NULL AS is_due
  FROM waiting w JOIN webhook_endpoints e ON e.partner_id = w.partner_id
), counted AS (
  SELECT coalesce(sum((SELECT count(*) FROM (SELECT FROM webhook_deliveries d
      WHERE d.partner_id = p.partner_id AND d.status = 'pending' LIMIT $2) c)), 0)::int AS pending,
    coalesce(sum((SELECT count(*) FROM (SELECT FROM webhook_deliveries d
      WHERE d.partner_id = p.partner_id AND d.status = 'pending' AND d.due_at <= now() LIMIT $2) c))
      FILTER (WHERE p.is_due), 0)::int AS due,
    min(p.due_at) FILTER (WHERE p.is_due) AS oldest,
    min(p.due_at) FILTER (WHERE p.is_due AND NOT p.is_failing) AS oldest_working
  FROM of_partners p
)
SELECT counted.pending, counted.due,
  CASE WHEN lately."succeededLastMinute" = 0 AND lately.refusing >= 3 THEN counted.oldest ELSE counted.oldest_working END AS "oldestDueAt",
  lately."succeededLastMinute", lately."failedLastMinute",
  trouble."failingEndpoints", trouble."pausedEndpoints"
FROM counted
CROSS JOIN (SELECT count(*) FILTER (WHERE succeeded)::int AS "succeededLastMinute",
    count(*) FILTER (WHERE NOT succeeded)::int AS "failedLastMinute",
    count(DISTINCT partner_id) FILTER (WHERE NOT succeeded) AS refusing
  FROM webhook_attempts WHERE id >= $1 AND url <> '') lately
CROSS JOIN (SELECT count(*) FILTER (WHERE paused_at IS NULL)::int AS "failingEndpoints",
    count(*) FILTER (WHERE paused_at IS NOT NULL)::int AS "pausedEndpoints"
  FROM webhook_endpoints WHERE failing_since IS NOT NULL OR paused_at IS NOT NULL) trouble`;

/** Counts the deliveries, those of each partner up to `maxOfPartner`. */
export async function readDeliveries(
  at: Date,
  maxOfPartner: number = MAX_COUNTED,
): Promise<DeliveryCounts> {
  const [row] = await query<DeliveryCounts & Record<string, unknown>>(
    "health_deliveries",
    DELIVERIES,
    [firstIdAt("dlv", new Date(at.getTime() - MINUTE_MS)), maxOfPartner],
  );
  if (!row) throw new Error("the database says nothing of the deliveries");
  return row;
}

/** Lists the endpoints that fail or are paused, the longest first. */
export function readTroubledEndpoints(limit: number): Promise<EndpointFacts[]> {
  return query<EndpointFacts & Record<string, unknown>>(
    "health_endpoints",
    `SELECT e.partner_id AS "partnerId", p.name AS "partnerName", e.url, e.failing_since AS "failingSince",
       e.paused_at AS "pausedAt"
     FROM webhook_endpoints e JOIN partners p ON p.id = e.partner_id
     WHERE e.failing_since IS NOT NULL OR e.paused_at IS NOT NULL
     ORDER BY coalesce(e.paused_at, e.failing_since), e.partner_id LIMIT $1`,
    [limit],
  );
}

export function readJobRuns(): Promise<Omit<JobFacts, "everyMs">[]> {
  return query<Omit<JobFacts, "everyMs"> & Record<string, unknown>>(
    "health_jobs",
    `SELECT name, started_at AS "startedAt", duration_ms AS "durationMs", result, succeeded_at AS "succeededAt",
       failing_since AS "failingSince", failure FROM job_runs ORDER BY name`,
    [],
  );
}

/** Lists the providers that were called or called back. */
export function readProviders(): Promise<ProviderFacts[]> {
  return query<ProviderFacts & Record<string, unknown>>(
    "health_providers",
    `SELECT provider, succeeded_at AS "succeededAt", failing_since AS "failingSince", failed_at AS "failedAt", failure,
       callbacks::float8 AS callbacks, callback_at AS "callbackAt", callback_lag_ms AS "callbackLagMs"
     FROM provider_status ORDER BY provider`,
    [],
  );
}

/** Counts the states that are to be delivered to card issuers, and those that were refused. */
export async function readIssuerUpdates(): Promise<IssuerUpdateFacts> {
  const [row] = await query<IssuerUpdateFacts & Record<string, unknown>>(
    "health_issuer_updates",
    `SELECT d.number AS pending, d.oldest AS "oldestPendingAt", r.number AS refused
     FROM (SELECT count(*)::int AS number, min(created_at) AS oldest FROM issuer_updates WHERE due_at IS NOT NULL) d
     CROSS JOIN (SELECT count(*)::int AS number FROM issuer_updates WHERE refused_at IS NOT NULL) r`,
    [],
  );
  if (!row) throw new Error("the database says nothing of the card issuer");
  return row;
}

/**
 * Counts the withdrawals that wait for the operator, each from the time when its wait began: the request or, where a second
 * person of the partner had to approve it, that approval; and the approval of the operator for those to be paid.
 */
export async function readWithdrawals(): Promise<WithdrawalFacts> {
  const of = (status: string, since: string, and: string) =>
    `(SELECT count(*)::int AS number, min(${since}) AS oldest FROM withdrawals w JOIN partners o ON o.id = w.partner_id
        LEFT JOIN partner_approvals a ON a.withdrawal_id = w.id
      WHERE w.status = '${status}' AND ${and})`;
  const isHeld = `(o.suspended_at IS NOT NULL AND NOT EXISTS (SELECT FROM payouts y WHERE y.withdrawal_id = w.id))`;
  const pending = of("pending", "coalesce(a.approved_at, w.created_at)", `NOT ${AWAITS_PARTNER}`);
  const [row] = await query<WithdrawalFacts & Record<string, unknown>>(
    "health_withdrawals",
    `SELECT p.number AS pending, p.oldest AS "oldestPendingAt", a.number AS approved, a.oldest AS "oldestApprovedAt",
       h.number AS held
     FROM ${pending} p CROSS JOIN ${of("approved", "w.approved_at", `NOT ${isHeld}`)} a
       CROSS JOIN ${of("approved", "w.approved_at", isHeld)} h`,
    [],
  );
  if (!row) throw new Error("the database says nothing of the withdrawals");
  return row;
}

export async function readHeldDeposits(): Promise<HeldDepositFacts> {
  const [row] = await query<HeldDepositFacts & Record<string, unknown>>(
    "health_held_deposits",
    `SELECT count(*)::int AS waiting, min(created_at) AS "oldestAt",
       coalesce(sum(amount_micro_usd), 0)::bigint AS "amountMicroUsd"
     FROM deposits d WHERE partner_id IS NULL AND NOT EXISTS (SELECT FROM deposit_releases r WHERE r.deposit_id = d.id)`,
    [],
  );
  if (!row) throw new Error("the database says nothing of what is held");
  return row;
}

export async function readIssuerEvents(): Promise<IssuerEventFacts> {
  const [row] = await query<IssuerEventFacts & Record<string, unknown>>(
    "health_issuer_events",
    `SELECT count(*)::int AS pending, min(received_at) AS "oldestPendingAt",
       (SELECT max(listed_at) FROM issuer_event_cursors) AS "listedAt"
     FROM issuer_events WHERE due_at IS NOT NULL`,
    [],
  );
  if (!row) throw new Error("the database returned no row about the issuer's events");
  return row;
}
