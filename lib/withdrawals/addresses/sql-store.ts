// SQL: compares the ends of addresses by expressions, in one statement over three tables; a lock: addresses are counted.

import { query } from "@/lib/db";
import type { PrismaTransaction } from "@/lib/db/prisma-client";
import { endsOf } from "../search-conditions";

/** A partner's data about an address, or about one with the same first and last characters. */
export interface KnownAddressRow {
  address: string;
  label: string | null;
  /** At most MAX_COUNTED_PAYMENTS. */
  timesPaid: bigint;
  lastPaidAt: Date | null;
  /** The partner that owns this deposit address; null when the address is no deposit address. */
  depositAddressOf: string | null;
}

/** The number of payments to one address that are counted: a partner may send all of its withdrawals to the same one. */
export const MAX_COUNTED_PAYMENTS = 1_000;

/** The next address in the order of withdrawals_partner_address_idx. */
const nextAddress = (after: string) =>
  `SELECT lower(w.to_address) FROM withdrawals w
       WHERE ${endsOf("w.partner_id", "w.to_address")} = ${endsOf("$1", "$2")}${after} ORDER BY lower(w.to_address) LIMIT 1`;
/** The withdrawals to a found address, by withdrawals_paid_address_idx. */
const TO_ADDRESS = `FROM withdrawals w
       WHERE (w.partner_id || lower(w.to_address)) = $1 || u.address AND w.status IN ('pending', 'approved', 'completed')`;
const PAYMENTS = `${TO_ADDRESS} AND w.completed_at IS NOT NULL`;

/**
 * Finds the addresses that share the first and last four digits with this address, itself included. Selects those that
 * the partner has saved or has withdrawals to, and this address when it is a deposit address. Each address is found by the index, so
 * that withdrawals to the same one are not read, but for the payments that are counted.
 */
export function findKnownAddresses(partnerId: string, address: string): Promise<KnownAddressRow[]> {
  return query<KnownAddressRow>(
    "find_known_addresses",
    `WITH RECURSIVE used (address) AS (
       (${nextAddress("")})
       UNION ALL SELECT (${nextAddress(" AND lower(w.to_address) > used.address")}) FROM used WHERE used.address IS NOT NULL)
     SELECT known.address, NULL AS label, (SELECT count(*) FROM (SELECT ${PAYMENTS} LIMIT ${MAX_COUNTED_PAYMENTS}) paid) AS "timesPaid",
       (SELECT w.completed_at ${PAYMENTS} ORDER BY w.completed_at DESC LIMIT 1) AS "lastPaidAt", NULL AS "depositAddressOf"
     FROM used u CROSS JOIN LATERAL (SELECT w.to_address AS address ${TO_ADDRESS} LIMIT 1) known
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
