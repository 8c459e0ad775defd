import { query } from "@/lib/db";
import type { ClaimedDelivery, EndedAttempt, Held } from "./attempt";
import { CLAIM_STATEMENT } from "./claim-statement";
import type { EndpointHealth } from "./endpoint-health";
import { RECORD_STATEMENT } from "./record-statement";

const MAX_SECRETS = 5;

interface ClaimRequest {
  leaseId: string;
  leaseMs: number;
  /** How many this process can send now. */
  freeSlots: number;
  /** How many it may have under way to endpoints that fail. */
  failingSlots: number;
  /** And to these together with those that have never worked. */
  carefulSlots: number;
  slotsPerPartner: number;
  /** What may be taken besides for a partner whose endpoint works. */
  aheadPerPartner: number;
  /** What it has under way. */
  inFlightByPartner: Record<string, number>;
  at: Date;
}

export interface Claim {
  /** How many were to be taken. Those of them that are not in `deliveries` were taken by another process meanwhile. */
  chosen: number;
  deliveries: ClaimedDelivery[];
}

/** Without a delivery there is one row all the same, which says how many were chosen. */
type ClaimRow = Pick<Claim, "chosen"> & (ClaimedDelivery | { eventId: null });

/** Takes deliveries that are due, under a lease. What it takes nobody else does until the lease ends. */
export async function claimDeliveries(request: ClaimRequest): Promise<Claim> {
  const rows = await query<ClaimRow>("claim_webhook_deliveries", CLAIM_STATEMENT, [
    request.leaseId,
    request.leaseMs,
    request.freeSlots,
    request.failingSlots,
    request.carefulSlots,
    request.slotsPerPartner,
    JSON.stringify(request.inFlightByPartner),
    request.at,
    MAX_SECRETS,
    request.aheadPerPartner,
  ]);
  const deliveries = rows.filter((row) => row.eventId !== null);
  return { chosen: rows[0]?.chosen ?? 0, deliveries };
}

/** Gives up leases: what was taken under them is due at once. What was taken again meanwhile stays with who has it. */
export async function returnDeliveries(taken: readonly Held[]): Promise<void> {
  await query(
    "return_webhook_deliveries",
    `UPDATE webhook_deliveries d SET due_at = now(), lease_id = NULL
     FROM unnest($1::text[], $2::text[]) t (event_id, lease_id)
     WHERE d.event_id = t.event_id AND d.lease_id = t.lease_id AND d.status = 'pending'`,
    [taken.map(({ delivery }) => delivery.eventId), taken.map(({ leaseId }) => leaseId)],
  );
}

/** An attempt that ended, and when the next one is due should this one have failed; undefined for never. */
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

/** Records attempts, at most one per event, and what follows from them; in one transaction. */
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
