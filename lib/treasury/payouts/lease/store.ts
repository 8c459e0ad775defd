import { query } from "@/lib/db";

/**
 * For statements that only the holder may do: `$1` names the lease and `$2` its holder. Locked until the statement is
 * done, so that who takes the lease next waits for what is written under it, and sees it.
 */
export const HELD_LEASE =
  "held AS (SELECT FROM leases WHERE name = $1 AND holder = $2 AND expires_at > clock_timestamp() FOR SHARE)";

/** By the database's clock, which is the same for all who ask. Answers whether `holder` has it now. */
export async function takeFreeLease(name: string, holder: string, ttlMs: number): Promise<boolean> {
  const rows = await query(
    "take_free_lease",
    `INSERT INTO leases (name, holder, expires_at)
     VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
     ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
       WHERE leases.expires_at <= clock_timestamp()
     RETURNING name`,
    [name, holder, ttlMs],
  );
  return rows.length > 0;
}

/** Answers whether it was still held. One that ran out is gone, even if nobody took it since. */
export async function renewLease(name: string, holder: string, ttlMs: number): Promise<boolean> {
  const rows = await query(
    "renew_lease",
    `UPDATE leases SET expires_at = clock_timestamp() + $3 * interval '1 millisecond'
     WHERE name = $1 AND holder = $2 AND expires_at > clock_timestamp() RETURNING name`,
    [name, holder, ttlMs],
  );
  return rows.length > 0;
}

/** Not to the time of now: the column rounds to milliseconds, so that one given back could still run for half of one. */
export async function endLease(name: string, holder: string): Promise<void> {
  await query(
    "end_lease",
    "UPDATE leases SET expires_at = '-infinity' WHERE name = $1 AND holder = $2 AND expires_at > clock_timestamp()",
    [name, holder],
  );
}
