// SQL: money path: the inputs of the payout policy for Create Withdrawal. The clock of the database.

import { lookUp, query } from "@/lib/db";
import { instantAfter, msUntil } from "@/lib/db/database-clock";
import type { PolicyRow } from "./policy";

/** The facts with which a partner's policy decides on a withdrawal. */
export interface PolicyState extends PolicyRow {
  /** The present by the clock of the database, by which the limits count: that of a process may be wrong. */
  at: Date;
  /** The time at which the destination was saved; null when it is no saved address. */
  savedAt: Date | null;
  /** The sums that count towards the limits; null for a policy without limits. */
  hourMicroUsd: bigint | null;
  dayMicroUsd: bigint | null;
  addressDayMicroUsd: bigint | null;
}

/**
 * Finds a partner's policy, the age of a destination, and what counts towards the limits; undefined without a policy.
 *
 * @param at the present by the service's clock
 */
export async function findPolicyState(
  partnerId: string,
  toAddress: string,
  at: Date,
): Promise<PolicyState | undefined> {
  const present = instantAfter("$3");
  const [row] = await lookUp<PolicyState & Record<string, unknown>>(
    "find_payout_policy_state",
    `SELECT o.allow_list AS "allowList", o.wait_h AS "waitH", o.hour_limit_micro_usd AS "hourLimitMicroUsd",
       o.day_limit_micro_usd AS "dayLimitMicroUsd", o.address_day_limit_micro_usd AS "addressDayLimitMicroUsd",
       o.next_allow_list AS "nextAllowList", o.next_wait_h AS "nextWaitH", o.next_at AS "nextAt", o.version,
       s.created_at AS "savedAt", ${present} AS at, u.hour_micro_usd AS "hourMicroUsd", u.day_micro_usd AS "dayMicroUsd",
       u.address_day_micro_usd AS "addressDayMicroUsd"
     FROM payout_policies o
     LEFT JOIN saved_addresses s ON s.partner_id = o.partner_id AND lower(s.address) = lower($2)
     LEFT JOIN LATERAL payout_use(o.partner_id, $2, ${present}) u
       ON coalesce(o.hour_limit_micro_usd, o.day_limit_micro_usd, o.address_day_limit_micro_usd) IS NOT NULL
     WHERE o.partner_id = $1`,
    [partnerId, toAddress, msUntil(at)],
  );
  return row;
}

interface Room {
  partnerId: string;
  /** Counts only withdrawals to this address; null: to any. */
  toAddress: string | null;
  hours: number;
  /** The present by the clock of the database. */
  at: Date;
  /** How much must stop counting. */
  wantedMicroUsd: bigint;
}

/**
 * Finds the time at which enough of the counted withdrawals are older than the limit's period: first the minute, by the sums, then the
 * withdrawal. Of a minute with withdrawals from before the database noted when it inserted them, its end counts.
 */
export async function findRoomAt(room: Room): Promise<Date | undefined> {
  const [row] = await query<{ freeAt: Date }>(
    "find_payout_room",
    `WITH period AS (SELECT $4::timestamptz - make_interval(hours => $3) AS since, coalesce(lower($2), '') AS address),
       minute AS (SELECT * FROM (
           SELECT m.starts_at, m.amount_micro_usd, sum(m.amount_micro_usd) OVER (ORDER BY m.starts_at) AS freed
           FROM period p CROSS JOIN LATERAL payout_minutes($1, p.address, p.since) m) m
         WHERE m.freed >= $5 ORDER BY m.starts_at LIMIT 1)
     SELECT make_interval(hours => $3) + coalesce((
         SELECT counted.inserted_at FROM (
           SELECT w.inserted_at, minute.freed - minute.amount_micro_usd + sum(w.amount_micro_usd) OVER (ORDER BY w.inserted_at, w.id) AS freed
           FROM withdrawals w CROSS JOIN period p
           WHERE w.partner_id = $1 AND w.inserted_at > p.since AND w.inserted_at >= minute.starts_at
             AND w.inserted_at < minute.starts_at + interval '1 minute' AND w.status IN ('pending', 'approved', 'completed')
             AND p.address IN ('', lower(w.to_address))) counted
         WHERE counted.freed >= $5 ORDER BY 1 LIMIT 1), minute.starts_at + interval '1 minute') AS "freeAt"
     FROM minute`,
    [room.partnerId, room.toAddress, room.hours, room.at, room.wantedMicroUsd],
  );
  return row?.freeAt;
}
