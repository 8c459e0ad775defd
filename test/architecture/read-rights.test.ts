import "../database";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureReader, READER, rightsToChange } from "@/prisma/schema-engine/ensure-app-role";
import { READ_ROLE } from "@/prisma/schema-engine/read-rights";
import { ownerClient } from "@/test/database/attack";
import { ownerUrl } from "@/test/database/owner-url";
import { columnsSet, erasedColumns, tablesDeletedFrom } from "./erased-columns";

/** Names of columns that hold secrets, or what can be used like one. */
const SECRET =
  /sealed|hash|secret|token|signature|password|totp|credential|public_key|challenge|^raw$|nonce|body|^content$|^response$|^url$|birth_date|phone|street|^ip_address$|cvv|number_/;
/** Columns with such a name that hold no secret. */
const HARMLESS = new Set([
  ...["ledger.day_roots.hash", "ledger.day_roots.signature", "ledger.signing_keys.public_key"],
  ...[
    "public.audit_chain.hash",
    "public.audit_chain.previous_hash",
    "public.audit_checkpoints.hash",
  ],
  ...["public.audit_head.hash", "public.chain_cursors.block_hash", "public.withdrawals.tx_hash"],
  ...["public.deposits.tx_hash", "public.deposits.token", "public.seen_transfers.tx_hash"],
  ...[
    "public.seen_transfers.token",
    "public.sweeps.tx_hash",
    "public.sweeps.token",
    "public.unswept_balances.token",
  ],
  ...["public.sweeps.token_address", "public.payouts.token_address"],
  "public.treasury_sums.token_address",
  // Times.
  ...["ledger.days_end.sealed_before", "public.people.passwords_locked_until"],
  // Hashes and nonces of transactions on a public chain.
  ...["public.relayer_transactions.hash", "public.relayer_transactions.nonce"],
  // Who did it, and from where: the audit log would be of no use without it.
  "public.audit_entries.ip_address",
]);

/** Columns that the erasure of a user empties, or whose rows it deletes, and that support reads all the same. */
const NEEDED = new Set([
  // Support finds a person by them, and says why a check failed.
  ...["public.users.email", "public.users.first_name", "public.users.last_name"],
  ...["public.users.denial_reason", "public.users.kyc_session_id", "public.cards.card_name"],
  // Who changed what; the chain of hashes is verified with the salts.
  ...["public.audit_entries.after", "public.audit_entries.before", "public.audit_chain.salts"],
  // The call that a provider refused, with its code: lib/kernel/provider-error.ts.
  ...["public.card_disputes.failure", "public.issuer_updates.failure"],
  // Ids, kinds and times of rows that are deleted.
  ...["id", "partner_id", "transaction_id", "dispute_id", "media_type", "size_bytes"].map(
    (column) => `public.dispute_files.${column}`,
  ),
  ...["public.dispute_files.issuer_file_id", "public.dispute_files.created_at"],
  ...["provider", "attempt_id", "user_id", "created_at"].map(
    (column) => `public.kyc_attempts.${column}`,
  ),
]);

let client: pg.Client;
beforeAll(async () => {
  expect(await ensureReader(ownerUrl())).toBe(true);
  client = await ownerClient();
});
afterAll(() => client?.end());

async function readableColumns(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%s.%s.%s', nspname, relname, attname) AS name
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE nspname IN ('ledger', 'public') AND relkind IN ('r', 'p', 'v', 'm') AND attnum > 0 AND NOT attisdropped
       AND has_column_privilege('${READ_ROLE}', c.oid, attnum, 'SELECT') ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** Returns the SQLSTATE with which a statement of the reader fails, or `through`. The statement is rolled back. */
async function endOf(statement: string): Promise<string> {
  await client.query("BEGIN");
  try {
    await client.query(`GRANT ${READ_ROLE} TO CURRENT_USER WITH SET TRUE`);
    await client.query(`SET LOCAL ROLE ${READ_ROLE}`);
    await client.query(statement);
    return "through";
  } catch (error) {
    return String((error as { code?: string }).code);
  } finally {
    await client.query("ROLLBACK");
  }
}

describe("the role for reports", () => {
  test("has exactly the rights of read-rights.ts, and a second run changes nothing", async () => {
    await client.query("BEGIN");
    expect(await rightsToChange(client, READER)).toEqual([]);
    await client.query("ROLLBACK");
  });

  test("loses a right that is not listed by the next run", async () => {
    await client.query(`GRANT SELECT ON webhook_secrets TO ${READ_ROLE}`);
    await ensureReader(ownerUrl());
    expect(await endOf("SELECT secret_sealed FROM webhook_secrets")).toBe("42501");
  });

  test("reads no column whose name speaks of a secret", async () => {
    const readable = await readableColumns();
    expect(readable.length).toBeGreaterThan(300);
    const nameOf = (column: string) => column.split(".")[2] ?? "";
    expect(readable.filter((each) => SECRET.test(nameOf(each)) && !HARMLESS.has(each))).toEqual([]);
    expect([...HARMLESS].filter((each) => !readable.includes(each))).toEqual([]);
  });

  test("reads no personal text that the erasure of a user removes, unless support needs it", async () => {
    const readable = new Set(await readableColumns());
    const erased = await erasedColumns(client);
    expect(erased).toEqual(
      expect.arrayContaining(["public.card_disputes.explanation", "public.users.address"]),
    );
    expect(erased.filter((each) => readable.has(each) && !NEEDED.has(each))).toEqual([]);
    const needless = [...NEEDED].filter((each) => !readable.has(each) || !erased.includes(each));
    expect(needless).toEqual([]);
  });

  test("self-test: the columns and tables of an erasing statement are found", () => {
    const source = `UPDATE a SET x = '', y = coalesce(y, (SELECT z FROM b)), w = NULL WHERE id = 1;
      WITH gone AS (UPDATE c u SET v = f(u.v, 1) RETURNING 1) SELECT; DELETE FROM d USING e;`;
    expect(columnsSet(source)).toEqual(["a.x", "a.y", "a.w", "c.v"]);
    expect(tablesDeletedFrom(source)).toEqual(["d"]);
  });

  test.each([
    "SELECT number_sealed FROM cards",
    "SELECT cvv_sealed FROM cards",
    "SELECT * FROM cards",
    "SELECT key_hash FROM api_keys",
    "SELECT password_hash FROM people",
    "SELECT totp_secret_sealed FROM people",
    "SELECT id FROM sessions",
    "SELECT FROM recovery_codes",
    "SELECT FROM password_resets",
    "SELECT token_hash FROM invitations",
    "SELECT secret_sealed FROM webhook_secrets",
    "SELECT response FROM idempotency_keys",
    "SELECT raw FROM relayer_transactions",
    "SELECT signature FROM payouts",
    "SELECT FROM sandbox_mail",
    "SELECT explanation FROM card_disputes",
    "SELECT facts FROM card_disputes",
    "INSERT INTO alerts (id) VALUES ('alt_1')",
    "UPDATE partners SET name = 'X'",
    "DELETE FROM withdrawals",
    "SELECT id FROM withdrawals FOR UPDATE",
    "SELECT nextval('deposit_index')",
    "SELECT skip_deposit_indexes(1)",
    "SELECT ledger.close_hours()",
  ])("may not: %s", async (statement) => {
    expect(await endOf(statement)).toBe("42501");
  });

  test.each([
    "SELECT id, last4, status FROM cards",
    "SELECT sum(balance_micro_usd) FROM ledger.accounts",
    "SELECT * FROM withdrawals JOIN partners ON partners.id = withdrawals.partner_id",
    "SELECT email, status FROM users",
  ])("may: %s", async (statement) => {
    expect(await endOf(statement)).toBe("through");
  });
});
