// SQL: the table and the column are parameters.

import { query } from "@/lib/db";

/** A sealed column, with the parts of the context to which its values are bound. */
export interface SealedColumn {
  table:
    | "cards"
    | "dispute_files"
    | "mail_outbox"
    | "webhook_secrets"
    | "people"
    | "sso_connections";
  column: string;
  /** `field` of the SealContext. */
  field: string;
  /** SQL for the partner of the SealContext. */
  partner: "partner_id" | "coalesce(partner_id, '')" | "''";
}

/** Every column that is sealed with the key ring. A new sealed column must be added here. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: "cards", column: "number_sealed", field: "number", partner: "partner_id" },
  { table: "cards", column: "cvv_sealed", field: "cvv", partner: "partner_id" },
  { table: "cards", column: "expiry_sealed", field: "expiry", partner: "partner_id" },
  { table: "dispute_files", column: "key_sealed", field: "fileKey", partner: "partner_id" },
  { table: "mail_outbox", column: "link_sealed", field: "mailLink", partner: "''" },
  {
    table: "webhook_secrets",
    column: "secret_sealed",
    field: "webhookSecret",
    partner: "partner_id",
  },
  {
    table: "sso_connections",
    column: "client_secret_sealed",
    field: "ssoClientSecret",
    partner: "partner_id",
  },
  {
    table: "people",
    column: "totp_secret_sealed",
    field: "totp",
    partner: "coalesce(partner_id, '')",
  },
  {
    table: "people",
    column: "totp_pending_sealed",
    field: "totp",
    partner: "coalesce(partner_id, '')",
  },
];

export interface SealedRow {
  id: string;
  partnerId: string;
  sealed: string;
}

/** A part of a table, in the order of its ids. */
export interface SealedPart {
  /** The rows of it whose column is sealed with another key version. */
  rows: SealedRow[];
  /** The id after which the next part begins; null at the end of the table. */
  lastId: string | null;
}

/**
 * Reads a number of rows after an id, and returns those whose column is sealed with another key version than `version`. What
 * one statement reads is limited, because in a large table that is rotated again no row is found.
 */
export async function findSealedOtherwise(
  { table, column, partner }: SealedColumn,
  version: number,
  { afterId, rows }: { afterId: string; rows: number },
): Promise<SealedPart> {
  const found = await query<{ lastId: string | null } & Record<keyof SealedRow, string | null>>(
    `find_sealed_${column}`,
    `WITH part AS MATERIALIZED (SELECT id, ${partner} AS "partnerId", ${column} AS sealed FROM ${table}
       WHERE id > $2 ORDER BY id LIMIT $3)
     SELECT whole.last AS "lastId", part.* FROM (SELECT max(id) AS last FROM part) whole
     LEFT JOIN part ON part.sealed NOT LIKE $1 || '.%'`,
    [String(version), afterId, rows],
  );
  return {
    rows: found.filter((row): row is SealedRow & { lastId: string } => row.id !== null),
    lastId: found[0]?.lastId ?? null,
  };
}

/** Replaces a sealed text by the re-encrypted one; does nothing when the text changed after it was read. */
export async function reseal(
  { table, column }: SealedColumn,
  row: SealedRow,
  sealed: string,
): Promise<boolean> {
  const changed = await query(
    `reseal_${column}`,
    `UPDATE ${table} SET ${column} = $3 WHERE id = $1 AND ${column} = $2 RETURNING id`,
    [row.id, row.sealed, sealed],
  );
  return changed.length === 1;
}
