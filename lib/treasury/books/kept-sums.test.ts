import "@/test/database";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { audit } from "@/lib/ledger";
import { endWithdrawal } from "@/lib/withdrawals/end-withdrawal";
import { repositoryFolder } from "@/test/architecture/source-files";
import { expectKeptBooks } from "@/test/database/expect-kept-books";
import { ownerUrl } from "@/test/database/owner-url";
import { tamper } from "@/test/database/superuser";
import { rowsRead } from "@/test/database/table-scans";
import { makeWithdrawal } from "@/test/fixtures/ledger-world";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { readBooks } from "./store";

const CHAIN = "base-sepolia";
const TREASURY = "0xTreasury";
const CURSOR = 100;
const BEFORE_THE_TRIGGERS = join(
  repositoryFolder,
  "prisma/migrations/0784_sum_signed_transfers/migration.sql",
);
const TABLES = [
  ...["deposits", "found_payouts", "payouts", "relayer_transactions", "sweeps", "withdrawals"],
  ...["treasury_sums", "unplaced_transfers", "unswept_balances"],
];

let partner: TestPartner;
beforeAll(async () => {
  // Only the lists matter here: the deposits have no journals.
  await sql("ALTER TABLE deposits DISABLE TRIGGER deposit_has_its_journal");
  partner = await makePartner();
});
beforeEach(async () => {
  await tamper(
    `DELETE FROM ${TABLES.filter((table) => table !== "withdrawals").join("; DELETE FROM ")}`,
  );
  await sql("DELETE FROM chain_cursors");
  await sql("INSERT INTO chain_cursors (chain, block_number, version) VALUES ($1, $2, 1)", [
    CHAIN,
    CURSOR,
  ]);
});
afterAll(endTests);

const depositing = (ids: string, block: string) =>
  sql(
    `INSERT INTO deposits (id, partner_id, chain, tx_hash, ordinal, token, amount_micro_usd, from_address, to_address, created_at,
       block_number)
     SELECT 'dep_' || n, NULL, '${CHAIN}', '0x' || n, 0, 'usdc', 10 + n, '0x1', '0xAddress' || n % 3, now(), ${block} FROM ${ids} n`,
  );
/** Of 7 micro-USD each, with a transaction that is not mined. */
const sweeping = async (ids: string, status = "pending") => {
  await sql(
    `INSERT INTO sweeps (id, chain, token, token_address, from_address, to_address, amount_micro_usd, authorization_nonce,
       valid_before, signature, status, created_at)
     SELECT 'swp_' || n, '${CHAIN}', 'usdc', '0xToken', '0xAddress' || n % 3 || CASE WHEN '${status}' = 'pending' THEN '_' || n ELSE '' END,
       '${TREASURY}', 7, 'nonce_' || n, 1, '', '${status}', now() FROM ${ids} n`,
  );
  await sendingFor(`SELECT 'swp_' || n FROM ${ids} n`, "sweep");
};
const sendingFor = (ids: string, purpose: string) =>
  sql(
    `INSERT INTO relayer_transactions (id, chain, relayer_address, nonce, purpose, purpose_id, hash, raw, max_fee_per_gas_wei,
       max_priority_fee_per_gas_wei, status, created_at)
     SELECT 'tx_' || id, '${CHAIN}', '0x5', 1, '${purpose}', id, 'hash_' || id, '', 1, 1, 'pending', now() FROM (${ids}) t (id)`,
  );
const mined = (id: string, block: number | string | null) =>
  sql(
    `UPDATE relayer_transactions SET status = 'mined', block_number = ${block}, settled_at = now() WHERE purpose_id LIKE '${id}'`,
  );
const revived = (id: string) =>
  sql(
    `UPDATE relayer_transactions SET status = 'pending', block_number = NULL, settled_at = NULL WHERE purpose_id LIKE '${id}'`,
  );
const ended = (id: string, status: string) =>
  sql(`UPDATE sweeps SET status = '${status}' WHERE id LIKE '${id}'`);

async function signedPayout(): Promise<string> {
  const id = await makeWithdrawal(partner, "approved");
  await sql(
    `INSERT INTO payouts (withdrawal_id, partner_id, chain, token_address, from_address, to_address, amount_micro_usd,
       authorization_nonce, valid_before, signature, created_at)
     VALUES ($1, $2, '${CHAIN}', '0xToken', '${TREASURY}', '0x6', 9, $1, 1, '', now())`,
    [id, partner.partnerId],
  );
  await sendingFor(`SELECT '${id}'`, "payout");
  return id;
}

/** The uncertain transfers and the sums of treasuries at the cursor, which must be those of all rows. */
async function keptAtCursor() {
  const kept = await expectKeptBooks();
  const found = kept.find(({ chain, offset }) => chain === CHAIN && offset === 0n);
  return {
    uncertain: found?.uncertain.map(({ id }) => id),
    treasury: found?.treasurySums,
    addresses: found?.addresses.length,
  };
}
const treasuryHas = (amount: number) => [`0xToken ${TREASURY} ${amount}`];

async function expectSound(): Promise<void> {
  const broken = (await audit()).filter(({ brokenRows }) => brokenRows.length > 0);
  const names = broken.map(({ name }) => name);
  expect(names.filter((name) => /^(treasury|unplaced|unswept)-/.test(name))).toEqual([]);
}

describe("the books by kept sums are those by all rows", () => {
  test("with deposits before and after the cursor, and without a block", async () => {
    await depositing("generate_series(1, 4)", `${CURSOR} - n`);
    await depositing("generate_series(5, 8)", `${CURSOR} + n - 5`);
    await depositing("generate_series(9, 9)", "NULL");
    expect(await keptAtCursor()).toMatchObject({ addresses: 3 });
  });

  test("at each step of a sweep, also when a reorganization takes it back", async () => {
    await sweeping("generate_series(1, 3)");
    const all = ["swp_1", "swp_2", "swp_3"];
    expect(await keptAtCursor()).toMatchObject({ uncertain: all, treasury: treasuryHas(21) });
    await ended("swp_1", "completed");
    await mined("swp_1", CURSOR - 2);
    expect(await keptAtCursor()).toMatchObject({ uncertain: ["swp_2", "swp_3"] });
    await revived("swp_1");
    expect(await keptAtCursor()).toMatchObject({ uncertain: all });
    await mined("swp_1", CURSOR + 2);
    expect(await keptAtCursor()).toMatchObject({ uncertain: all });
    await ended("swp_2", "expired");
    expect(await keptAtCursor()).toMatchObject({ treasury: treasuryHas(14) });
    await mined("swp_3", null);
    await ended("swp_3", "completed");
    expect(await keptAtCursor()).toMatchObject({ uncertain: ["swp_1", "swp_3"] });
    await sql("DELETE FROM relayer_transactions WHERE purpose_id = 'swp_1'");
    expect(await keptAtCursor()).toMatchObject({ uncertain: ["swp_1", "swp_3"] });
    await expectSound();
  });

  test("at each end of a payout", async () => {
    const [paid, failed, open] = [await signedPayout(), await signedPayout(), await signedPayout()];
    expect(await keptAtCursor()).toMatchObject({ treasury: treasuryHas(-27) });
    const { partnerId } = partner;
    await endWithdrawal(
      { withdrawalId: paid, partnerId },
      { state: "completed", chain: CHAIN, txHash: "0x7", explorerUrl: "https://e.example/0x7" },
    );
    await mined(paid, CURSOR);
    await endWithdrawal(
      { withdrawalId: failed, partnerId },
      { state: "failed", reason: "expired" },
    );
    expect(await keptAtCursor()).toMatchObject({ uncertain: [open], treasury: treasuryHas(-18) });
    await expectSound();
  });

  test("while a sweep expires in an open transaction, and after its commit", async () => {
    await sweeping("generate_series(1, 1)");
    const writer = new pg.Client({ connectionString: ownerUrl() });
    await writer.connect();
    try {
      await writer.query("BEGIN; UPDATE sweeps SET status = 'expired' WHERE id = 'swp_1'");
      expect(await keptAtCursor()).toMatchObject({
        uncertain: ["swp_1"],
        treasury: treasuryHas(7),
      });
      await writer.query("COMMIT");
    } finally {
      await writer.end();
    }
    expect(await keptAtCursor()).toMatchObject({ uncertain: [], treasury: [] });
  });
});

describe("the upgrade", () => {
  const upgrade = () => sql(readFileSync(BEFORE_THE_TRIGGERS, "utf8"));

  test("adds what the triggers have not seen, once", async () => {
    await sweeping("generate_series(1, 4)", "completed");
    await mined("swp_1", CURSOR - 1);
    await sweeping("generate_series(5, 5)", "expired");
    await signedPayout();
    await tamper("DELETE FROM treasury_sums; DELETE FROM unplaced_transfers");
    await sweeping("generate_series(6, 6)");
    for (let times = 0; times < 2; times++) {
      await upgrade();
      expect(await keptAtCursor()).toMatchObject({ treasury: treasuryHas(5 * 7 - 9) });
      await expectSound();
    }
  });

  test("adds to the sums what a transaction has changed that it does not see", async () => {
    await sweeping("generate_series(1, 2)", "completed");
    await tamper("DELETE FROM treasury_sums; DELETE FROM unplaced_transfers");
    const writer = new pg.Client({ connectionString: ownerUrl() });
    await writer.connect();
    try {
      await writer.query("BEGIN; UPDATE sweeps SET status = 'expired' WHERE id = 'swp_1'");
      await upgrade();
      await writer.query("COMMIT");
    } finally {
      await writer.end();
    }
    expect(await keptAtCursor()).toMatchObject({ treasury: treasuryHas(7) });
    await expectSound();
  });
});

describe("rows that are read", () => {
  const history = async (from: number, to: number) => {
    const ids = `generate_series(${from}, ${to})`;
    await depositing(ids, `${CURSOR} - 5`);
    await sweeping(ids, "completed");
    await sql(
      `UPDATE relayer_transactions SET status = 'mined', block_number = ${CURSOR} - 5 WHERE status = 'pending'`,
    );
  };
  const counted = async (source: "kept" | "rows") => {
    const before = await rowsRead(TABLES);
    const { chains } = await readBooks((_, cursor) => cursor, source);
    expect(chains.get(CHAIN)?.addresses).toHaveLength(3);
    return (await rowsRead(TABLES)) - before;
  };

  test.each([
    ["without statistics", false],
    ["with statistics", true],
  ] as const)(
    "are not more after 3,000 deposits and sweeps than after 30, %s",
    async (_, isAnalyzed) => {
      // As autovacuum does: rows that were deleted are read until then.
      const vacuum = `VACUUM (INDEX_CLEANUP ON, ANALYZE ${isAnalyzed})`;
      const tidy = () => sql(`${vacuum} ${TABLES.join(", ")}`);
      await history(1, 30);
      await tidy();
      const few = await counted("kept");
      await history(31, 3_000);
      await tidy();
      expect(few).toBeLessThan(200);
      expect(await counted("kept")).toBeLessThanOrEqual(few);
      expect(await counted("rows")).toBeGreaterThan(12_000);
    },
  );
});
