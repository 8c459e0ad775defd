// SQL: lock: claims and records deliveries in one statement each.

import { query } from "@/lib/db";
import { instantAfter, msUntil } from "@/lib/db/database-clock";
import type { ClaimedDelivery, EndedAttempt, Held } from "./attempt";
import { CLAIM_STATEMENT } from "./claim-statement";
import type { EndpointHealth } from "./endpoint-health";
import { RECORD_STATEMENT } from "./record-statement";

const MAX_SECRETS = 5;

interface ClaimRequest {
  leaseId: string;
  leaseMs: number;
  /** The number of deliveries that this process can send now. */
  freeSlots: number;
  /** The maximum in flight to failing endpoints. */
  failingSlots: number;
  /** The maximum in flight to these and to endpoints that have never succeeded. */
  carefulSlots: number;
  slotsPerPartner: number;
  /** The number that can be claimed ahead for a partner whose endpoint works. */
  aheadPerPartner: number;
  /** The number of deliveries in flight, by partner. */
  inFlightByPartner: Record<string, number>;
  at: Date;
}

export interface Claim {
  /** The number of deliveries selected. Those missing in `deliveries` were claimed by another process meanwhile. */
  chosen: number;
  deliveries: ClaimedDelivery[];
}

/** When nothing was claimed, one row still returns the number selected. `claimedAtMs` is the database's time. */
type ClaimRow = Pick<Claim, "chosen"> & { claimedAtMs: number } & (
    | Omit<ClaimedDelivery, "clockOffsetMs">
    | { eventId: null }
  );

/** Claims due deliveries under a lease. No other process can claim them until the lease expires. */
export async function claimDeliveries(request: ClaimRequest): Promise<Claim> {
  const rows = await query<ClaimRow>("claim_webhook_deliveries", CLAIM_STATEMENT, [
    request.leaseId,
    request.leaseMs,
    request.freeSlots,
    request.failingSlots,
    request.carefulSlots,
    request.slotsPerPartner,
    JSON.stringify(request.inFlightByPartner),
    msUntil(request.at),
    MAX_SECRETS,
    request.aheadPerPartner,
  ]);
  const atMs = Date.now();
  const deliveries = rows
    .filter((row) => row.eventId !== null)
    .map((row) => ({ ...row, clockOffsetMs: row.claimedAtMs - atMs }));
  return { chosen: rows[0]?.chosen ?? 0, deliveries };
}

/**
 * Returns claimed deliveries: they are due at once. A delivery that was claimed again meanwhile keeps its newer lease.
 */
export async function returnDeliveries(taken: readonly Held[]): Promise<void> {
  await query(
    "return_webhook_deliveries",
    `UPDATE webhook_deliveries d SET due_at = now(), lease_id = NULL
     FROM unnest($1::text[], $2::text[]) t (event_id, lease_id)
     WHERE d.event_id = t.event_id AND d.lease_id = t.lease_id AND d.status = 'pending'`,
    [taken.map(({ delivery }) => delivery.eventId), taken.map(({ leaseId }) => leaseId)],
  );
}

/**
 * Makes pending deliveries due at once whose time is more than `maxAheadMs` ahead, at most `maxRows` of each partner: they were claimed
 * or planned while the clock of the database was ahead, and would wait until that time. Goes from partner to partner through
 * the index. Infinity is of no clock: somebody holds such a row on purpose. Returns their number.
 */
export async function freeStrayDeliveries(maxAheadMs: number, maxRows: number): Promise<number> {
  const rows = await query(
    "free_stray_deliveries",
    `WITH RECURSIVE waiting AS (
       (SELECT d.partner_id, d.due_at FROM webhook_deliveries d WHERE d.status = 'pending'
        ORDER BY d.partner_id DESC, d.due_at DESC LIMIT 1)
       UNION ALL
       SELECT earlier.partner_id, earlier.due_at FROM waiting w CROSS JOIN LATERAL (
         SELECT d.partner_id, d.due_at FROM webhook_deliveries d WHERE d.status = 'pending' AND d.partner_id < w.partner_id
         ORDER BY d.partner_id DESC, d.due_at DESC LIMIT 1) earlier
     ), strays AS MATERIALIZED (
       SELECT stray.event_id FROM waiting w CROSS JOIN LATERAL (
         SELECT d.event_id FROM webhook_deliveries d WHERE d.partner_id = w.partner_id AND d.status = 'pending'
           AND d.due_at > ${instantAfter("$1")} AND d.due_at < 'infinity' LIMIT $2 FOR UPDATE SKIP LOCKED) stray
       WHERE w.due_at > ${instantAfter("$1")}
     )
     UPDATE webhook_deliveries SET due_at = now(), lease_id = NULL
     WHERE event_id = ANY (ARRAY(SELECT event_id FROM strays)) RETURNING event_id`,
    [maxAheadMs, maxRows],
  );
  return rows.length;
}

/** An ended attempt with the delay of the next one after a failure; undefined when no retry is left. */
export interface AttemptRecord extends EndedAttempt {
  retryMs: number | undefined;
}

export interface Recorded {
  attempted: number;
  delivered: number;
  /** Deliveries whose last attempt failed. */
  givenUp: { partnerId: string; eventId: string }[];
  /** Partners whose endpoint was paused. */
  paused: string[];
}

function toMessage({ attempt, result, retryMs }: AttemptRecord) {
  const { eventId, partnerId, url } = attempt.delivery;
  return { id: attempt.id, leaseId: attempt.leaseId, eventId, partnerId, url, ...result, retryMs };
}

/** Records attempts, at most one per event, with their consequences, in one transaction. */
export async function recordAttempts(
  records: readonly AttemptRecord[],
  health: readonly EndpointHealth[],
  pauseAfterS: number,
): Promise<Recorded> {
  const [recorded] = await query<Recorded>("record_webhook_attempts", RECORD_STATEMENT, [
    JSON.stringify(records.map(toMessage)),
    JSON.stringify(health),
    pauseAfterS,
  ]);
  if (!recorded) throw new Error("the database did not say what was recorded");
  return recorded;
}

/** Notifies the processes that have a dispatcher, of all processes of the database. */
export async function notifyEventsDue(): Promise<void> {
  await query("notify_events_due", "SELECT pg_notify('events_due', '')", []);
}
