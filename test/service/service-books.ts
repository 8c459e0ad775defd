import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { repositoryFolder, typeScriptArguments } from "../../bin/bootstrap/paths.mjs";
import { run } from "../../bin/bootstrap/run.mjs";
import type { Move } from "./card-moves.ts";

const REFERENCE = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

const FUNDINGS = `
  SELECT 'fund' AS "to", substring(w.narration FROM '${REFERENCE}$') AS reference,
    -e.amount_micro_usd AS amount, w.id AS transaction
  FROM wallet_transactions w
  JOIN ledger.entries e ON e.journal_id = w.journal_id AND e.account_id = 'wallet:' || w.partner_id
  WHERE w.partner_id = $1 AND w.category = 'card_funding' AND w.narration ~ ': ${REFERENCE}$'`;

const WITHDRAWALS = `
  SELECT 'withdraw' AS "to", t.reference, -e.amount_micro_usd AS amount, t.id AS transaction
  FROM card_transactions t JOIN ledger.journals j ON j.source_id = t.id
  JOIN ledger.entries e ON e.journal_id = j.id AND e.account_id = 'card:' || t.card_id
  WHERE t.partner_id = $1 AND t.category = 'card_withdrawal' AND t.reference ~ '^${REFERENCE}$'`;

const WALLET_SUM = `
  SELECT sum(CASE type WHEN 'credit' THEN amount_micro_usd ELSE -amount_micro_usd END) AS amount
  FROM wallet_transactions WHERE partner_id = $1`;

const WITHDRAWAL_FEE = "SELECT card_withdrawal_fee_micro_usd AS amount FROM partners WHERE id = $1";

/** Selects the settings that are off although acknowledged commits could then be lost. */
const LOSING_SETTINGS = `
  SELECT name, setting FROM pg_settings
  WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting <> 'on'`;

/** The books of a service that `npm start` runs, read directly from the database. */
export function serviceBooks(dataDir: string, partnerId: string) {
  /** The URL for the database's owner. The port changes with each start. */
  async function databaseUrl(): Promise<string> {
    const { databasePassword } = JSON.parse(await readFile(join(dataDir, "secrets.json"), "utf8"));
    const pidFile = await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8");
    const port = pidFile.split("\n")[3];
    return `postgresql://partner_wallet:${databasePassword}@127.0.0.1:${port}/partner_wallet`;
  }

  async function sql<Row extends pg.QueryResultRow>(text: string, values: string[] = []) {
    const client = new pg.Client({ connectionString: await databaseUrl() });
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  async function amount(text: string): Promise<number> {
    const [row] = await sql<{ amount: string }>(text, [partnerId]);
    return Number(row?.amount);
  }

  return {
    databaseUrl,
    sql,
    /** Returns the ledger's movements of one kind. A duplicate in the ledger is returned twice. */
    async moves(to: Move["to"]): Promise<Required<Move>[]> {
      type Row = Record<"to" | "reference" | "amount" | "transaction", string>;
      const rows = await sql<Row>(to === "fund" ? FUNDINGS : WITHDRAWALS, [partnerId]);
      return rows.map(({ reference = "", amount: text, transaction = "" }) => {
        return { to, reference, amountMicroUsd: Number(text), transactionId: transaction };
      });
    },
    walletSumMicroUsd: () => amount(WALLET_SUM),
    withdrawalFeeMicroUsd: () => amount(WITHDRAWAL_FEE),
    losingSettings: () => sql(LOSING_SETTINGS),
    /** Runs `npm run audit`. */
    audit: async () =>
      run(process.execPath, typeScriptArguments("bin/audit.ts"), {
        cwd: repositoryFolder,
        env: { ...process.env, DATABASE_URL: await databaseUrl() },
      }),
  };
}
