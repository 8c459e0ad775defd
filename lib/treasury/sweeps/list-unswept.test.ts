import "@/test/database";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { audit } from "@/lib/ledger/audit";
import { repositoryFolder } from "@/test/architecture/source-files";
import { ownerUrl } from "@/test/database/owner-url";
import { tamper } from "@/test/database/superuser";
import { rowsReadByIndex, tableScans } from "@/test/database/table-scans";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { listUnswept } from "./store";

const CHAIN = "base-sepolia";
const BEFORE_THE_TABLE = join(
  repositoryFolder,
  "prisma/migrations/0766_sum_unswept_balances/migration.sql",
);

let partner: TestPartner;
beforeAll(async () => {
  // Only balances matter here: the deposits have no journals.
  await sql("ALTER TABLE deposits DISABLE TRIGGER deposit_has_its_journal");
});
beforeEach(async () => {
  await tamper("DELETE FROM deposits; DELETE FROM sweeps; DELETE FROM unswept_balances");
  partner = await makePartner({ balanceUsd: 0 });
});
afterAll(endTests);

const depositing = (ids: string, address: string) =>
  `INSERT INTO deposits (id, partner_id, chain, tx_hash, ordinal, token, amount_micro_usd, from_address, to_address, created_at)
    SELECT 'dep_' || n, 'ptn_1', '${CHAIN}', '0x' || n, 0, 'usdc', 10, '0x1', '${address}', now() FROM ${ids} n`;
const sweeping = (ids: string, address: string, status: string) =>
  `INSERT INTO sweeps (id, chain, token, token_address, from_address, to_address, amount_micro_usd, authorization_nonce,
     valid_before, signature, status, created_at)
    SELECT 'swp_' || n, '${CHAIN}', 'usdc', '0x2', '${address}', '0x3', 10, n, 1, '', '${status}', now() FROM ${ids} n`;

const WHOLE = { except: [], uncounted: [], limit: 10 };
const unswept = async () => {
  const { addresses, totalMicroUsd } = await listUnswept(CHAIN, "usdc", WHOLE);
  const listed = addresses.map(({ address, unsweptMicroUsd }) => [address, unsweptMicroUsd]);
  return { listed, totalMicroUsd };
};
const holds = (amountMicroUsd: bigint) => ({
  listed: [[partner.walletAddress, amountMicroUsd]],
  totalMicroUsd: amountMicroUsd,
});
const faults = async () =>
  (await audit()).find(({ name }) => name === "unswept-equal-deposits")?.brokenRows;

test("a sweep in progress takes the balance, and gives it back when it expires", async () => {
  const { walletAddress } = partner;
  await sql(depositing("generate_series(1, 3)", walletAddress));
  expect(await unswept()).toEqual(holds(30n));
  await sql(sweeping("generate_series(1, 1)", walletAddress, "pending"));
  expect(await unswept()).toEqual({ listed: [], totalMicroUsd: 20n });
  await sql("UPDATE sweeps SET status = 'completed'");
  expect(await unswept()).toEqual(holds(20n));
  await sql(sweeping("generate_series(2, 2)", walletAddress, "pending"));
  await sql("UPDATE sweeps SET status = 'expired' WHERE status = 'pending'");
  expect(await unswept()).toEqual(holds(20n));
  expect(await faults()).toEqual([]);
});

test("deposits that were swept are not read", async () => {
  const { walletAddress } = partner;
  await sql(depositing("generate_series(1, 2000)", walletAddress));
  await sql(sweeping("generate_series(1, 2000)", walletAddress, "completed"));
  await sql(depositing("generate_series(2001, 2001)", walletAddress));
  await sql("ANALYZE deposits, sweeps, unswept_balances, deposit_addresses");
  const tables = ["deposits", "sweeps"];
  const read = async () => ({
    scans: await tableScans(tables),
    rows: (await rowsReadByIndex("deposits")) + (await rowsReadByIndex("sweeps")),
  });
  const before = await read();
  expect(await unswept()).toEqual(holds(10n));
  expect(await read()).toEqual(before);
});

test("a deposit to an address without a balance reads no sweeps of the others", async () => {
  await sql(sweeping("generate_series(1, 2000)", "0xother", "completed"));
  const before = await tableScans(["sweeps"]);
  await sql(depositing("generate_series(1, 2)", partner.walletAddress));
  expect(await unswept()).toEqual(holds(20n));
  expect(await tableScans(["sweeps"])).toEqual(before);
});

test("the first deposit after the upgrade brings the balance from before it", async () => {
  const { walletAddress } = partner;
  await sql(depositing("generate_series(1, 5)", walletAddress));
  await sql(sweeping("generate_series(1, 2)", walletAddress, "completed"));
  await tamper("DELETE FROM unswept_balances");
  await sql(depositing("generate_series(6, 6)", walletAddress));
  expect(await unswept()).toEqual(holds(40n));
});

test("the upgrade sums the deposits and sweeps from before it, and keeps what is summed", async () => {
  const other = await makePartner({ balanceUsd: 0 });
  await sql(depositing("generate_series(1, 5)", partner.walletAddress));
  await sql(sweeping("generate_series(1, 2)", partner.walletAddress, "completed"));
  await sql(sweeping("generate_series(3, 3)", partner.walletAddress, "expired"));
  await tamper("DELETE FROM unswept_balances");
  await sql(depositing("generate_series(6, 6)", other.walletAddress));
  await sql(readFileSync(BEFORE_THE_TABLE, "utf8"));
  expect(await unswept()).toEqual({
    listed: [
      [partner.walletAddress, 30n],
      [other.walletAddress, 10n],
    ],
    totalMicroUsd: 40n,
  });
  expect(await faults()).toEqual([]);
});

test.each(["COMMIT", "ROLLBACK"])(
  "two first deposits to an address at once are both in its balance: %s",
  async (end) => {
    const client = new pg.Client({ connectionString: ownerUrl() });
    await client.connect();
    try {
      await client.query("BEGIN");
      await client.query(depositing("generate_series(1, 1)", partner.walletAddress));
      const second = sql(depositing("generate_series(2, 2)", partner.walletAddress));
      await expect
        .poll(() =>
          sql(
            "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          ),
        )
        .toHaveLength(1);
      await client.query(end);
      await second;
    } finally {
      await client.end();
    }
    expect(await unswept()).toEqual(holds(end === "COMMIT" ? 20n : 10n));
    expect(await faults()).toEqual([]);
  },
);
