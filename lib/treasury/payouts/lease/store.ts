// SQL: lock: a lease by the database's clock, taken in one statement.

import { query } from "@/lib/db";

const HELD =
  "SELECT FROM leases WHERE name = $1 AND holder = $2 AND expires_at > clock_timestamp()";

/**
 * A common table expression for statements that only the lease's holder may run: `$1` is the lease's name and `$2` the
 * holder. It locks the row until the statement ends, so that the next holder waits for these writes and sees them.
 */
export const HELD_LEASE = `held AS (${HELD} FOR SHARE)`;

/**
 * The same for statements that store what was signed. They store nothing in restore mode, which may have begun after the poll
 * that signed asked for it. Source: docs/decisions/0110-restored-database.md
 */
export const HELD_TO_SIGN = `held AS (${HELD}
  AND NOT EXISTS (SELECT FROM restores WHERE ended_at IS NULL) FOR SHARE)`;

/** Longer than processes with different settings take a lease for: a lease that ends even later is of a wrong clock. */
const MAX_MARGIN = "interval '1 hour'";

/**
 * Uses the database's clock, which all processes share. Returns whether `holder` now has the lease. A lease that ends long
 * after one that is taken now is from a time when that clock was ahead, as on another node before a failover. It is free: its
 * holder may be dead, and nobody would send until then. A holder that lives loses it, and stores nothing more.
 */
export async function takeFreeLease(name: string, holder: string, ttlMs: number): Promise<boolean> {
  const rows = await query(
    "take_free_lease",
    `INSERT INTO leases (name, holder, expires_at)
     VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
     ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
       WHERE leases.expires_at <= clock_timestamp() OR leases.expires_at > excluded.expires_at + ${MAX_MARGIN}
     RETURNING name`,
    [name, holder, ttlMs],
  );
  return rows.length > 0;
}

/** Returns whether the lease was still held. An expired lease is lost, even if nobody has taken it since. */
export async function renewLease(name: string, holder: string, ttlMs: number): Promise<boolean> {
  const rows = await query(
    "renew_lease",
    `UPDATE leases SET expires_at = clock_timestamp() + $3 * interval '1 millisecond'
     WHERE name = $1 AND holder = $2 AND expires_at > clock_timestamp() RETURNING name`,
    [name, holder, ttlMs],
  );
  return rows.length > 0;
}

/**
 * Does not use the current time: the column rounds to milliseconds, so a returned lease could last up to half a
 * millisecond more.
 */
export async function endLease(name: string, holder: string): Promise<void> {
  await query(
    "end_lease",
    "UPDATE leases SET expires_at = '-infinity' WHERE name = $1 AND holder = $2 AND expires_at > clock_timestamp()",
    [name, holder],
  );
}
