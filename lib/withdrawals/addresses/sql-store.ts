// SQL: compares the ends of addresses by expressions, in one statement over three tables; a lock: addresses are counted.

import { query } from "@/lib/db";
import type { PrismaTransaction } from "@/lib/db/prisma-client";
import { endsOf } from "../search-conditions";

/** A partner's data about an address, or about one with the same first and last characters. */
export interface KnownAddressRow {
  address: string;
  label: string | null;
  timesPaid: bigint;
  lastPaidAt: Date | null;
  /** The partner that owns this deposit address; null when the address is no deposit address. */
  depositAddressOf: string | null;
}

/**
 * Finds the addresses that share the first and last four digits with this address, itself included. Selects those that
 * the partner has saved or has withdrawals to, and this address when it is a deposit address.
 */
export function findKnownAddresses(partnerId: string, address: string): Promise<KnownAddressRow[]> {
  return query<KnownAddressRow>(
    "find_known_addresses",
    `SELECT w.to_address AS address, NULL AS label, count(*) FILTER (WHERE w.status = 'completed') AS "timesPaid",
       max(w.completed_at) AS "lastPaidAt", NULL AS "depositAddressOf"
     FROM withdrawals w
     WHERE ${endsOf("w.partner_id", "w.to_address")} = ${endsOf("$1", "$2")} AND w.status IN ('pending', 'approved', 'completed')
     GROUP BY w.to_address
     UNION ALL
     SELECT a.address, a.label, 0, NULL, NULL FROM saved_addresses a
     WHERE a.partner_id = $1 AND lower(left(a.address, 6)) = lower(left($2, 6))
       AND lower(right(a.address, 4)) = lower(right($2, 4))
     UNION ALL
     SELECT d.address, NULL, 0, NULL, d.partner_id FROM deposit_addresses d WHERE lower(d.address) = lower($2)`,
    [partnerId, address],
  );
}

/** Makes transactions that save an address of a partner run one after another. */
export async function lockAddresses(db: PrismaTransaction, partnerId: string): Promise<void> {
  const key = `saved_addresses ${partnerId}`;
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
}
