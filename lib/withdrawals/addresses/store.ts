import { change, query } from "@/lib/db";
import { MAX_SAVED_ADDRESSES } from "./schema";

export interface SavedAddressRow {
  id: string;
  label: string;
  address: string;
  /** The name of the person who saved the address. */
  savedBy: string;
  createdAt: Date;
}

const COLUMNS = `a.id, a.label, a.address, p.name AS "savedBy", a.created_at AS "createdAt"`;
const TABLES = "saved_addresses a JOIN people p ON p.id = a.saved_by";

/** Lists a partner's saved addresses by label. */
export function listAddresses(partnerId: string): Promise<SavedAddressRow[]> {
  return query<SavedAddressRow>(
    "list_addresses",
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE a.partner_id = $1 ORDER BY lower(a.label) LIMIT $2`,
    [partnerId, MAX_SAVED_ADDRESSES],
  );
}

export async function findAddress(
  partnerId: string,
  addressId: string,
): Promise<SavedAddressRow | undefined> {
  const rows = await query<SavedAddressRow>(
    "find_address",
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE a.partner_id = $1 AND a.id = $2`,
    [partnerId, addressId],
  );
  return rows[0];
}

interface NewAddress extends Omit<SavedAddressRow, "savedBy"> {
  /** The person who saves the address. */
  personId: string;
}

/** Returns false when the partner has the maximum number of addresses. Throws a unique violation for a duplicate. */
export async function insertAddress(partnerId: string, row: NewAddress): Promise<boolean> {
  const inserted = await change(
    "insert_address",
    `INSERT INTO saved_addresses (id, partner_id, label, address, saved_by, created_at)
     SELECT $2, $1, $3, $4, $5, $6 WHERE (SELECT count(*) FROM saved_addresses WHERE partner_id = $1) < $7 RETURNING id`,
    [partnerId, row.id, row.label, row.address, row.personId, row.createdAt, MAX_SAVED_ADDRESSES],
    (rows) => rows.length > 0,
  );
  return inserted.length > 0;
}

/** Returns false when the address no longer exists. Throws a unique violation when another address has the label. */
export async function renameAddress(
  partnerId: string,
  addressId: string,
  label: string,
): Promise<boolean> {
  const renamed = await change(
    "rename_address",
    "UPDATE saved_addresses SET label = $3 WHERE partner_id = $1 AND id = $2 RETURNING id",
    [partnerId, addressId, label],
    (rows) => rows.length > 0,
  );
  return renamed.length > 0;
}

/** Returns false when the address was already removed. */
export async function deleteAddress(partnerId: string, addressId: string): Promise<boolean> {
  const deleted = await change(
    "delete_address",
    "DELETE FROM saved_addresses WHERE partner_id = $1 AND id = $2 RETURNING id",
    [partnerId, addressId],
    (rows) => rows.length > 0,
  );
  return deleted.length > 0;
}

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
     WHERE w.partner_id = $1 AND lower(left(w.to_address, 6)) = lower(left($2, 6))
       AND lower(right(w.to_address, 4)) = lower(right($2, 4)) AND w.status IN ('pending', 'approved', 'completed')
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
