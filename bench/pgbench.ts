import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { CONNECTIONS } from "./load";

const run = promisify(execFile);
const ACCOUNT_PAIRS = 64;

export interface DatabaseMeasured {
  name: string;
  transactionsPerS: number;
  /** Beside pgbench's simple update. */
  ratio?: number;
}

/** pgbench where Debian and others put it, if it is there. */
function findPgbench(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort().reverse() : [];
  const folders = [
    ...(process.env.PATH ?? "").split(":"),
    ...versions.map((version) => `${debian}/${version}/bin`),
  ];
  return folders.map((folder) => join(folder, "pgbench")).find((path) => existsSync(path));
}

/** Three legs: card −, wallet +, fees +; journals never repeat. */
const POSTING_SQL = `\\set pair random(1, ${ACCOUNT_PAIRS})
SELECT ledger.post(jsonb_build_array(jsonb_build_object('id', 'jrn_' || gen_random_uuid(), 'type', 'card_withdrawal',
  'sourceId', gen_random_uuid()::text, 'partnerId', 'bench' || :pair, 'legs', jsonb_build_array(
    jsonb_build_object('account', 'card:bench' || :pair, 'amount', -5000000),
    jsonb_build_object('account', 'wallet:bench' || :pair, 'amount', 4000000),
    jsonb_build_object('account', 'fees', 'amount', 1000000)))));
`;

async function openAccounts(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `SELECT ledger.open(jsonb_agg(a)) FROM (
       SELECT jsonb_build_object('id', 'wallet:bench' || n, 'kind', 'wallet', 'partnerId', 'bench' || n) AS a
         FROM generate_series(1, $1::int) n
       UNION ALL
       SELECT jsonb_build_object('id', 'card:bench' || n, 'kind', 'card', 'partnerId', 'bench' || n, 'cardId', 'bench' || n)
         FROM generate_series(1, $1::int) n) accounts`,
    [ACCOUNT_PAIRS],
  );
  // Money for the cards, from the custody, as a deposit brings it.
  await client.query(
    `SELECT ledger.post(jsonb_agg(jsonb_build_object('id', 'jrn_bench' || n, 'type', 'deposit', 'sourceId', 'bench' || n,
       'partnerId', 'bench' || n, 'legs', jsonb_build_array(
         jsonb_build_object('account', 'custody:base-sepolia:usdc', 'amount', -1000000000000000),
         jsonb_build_object('account', 'card:bench' || n, 'amount', 1000000000000000)))))
     FROM generate_series(1, $1::int) n`,
    [ACCOUNT_PAIRS],
  );
  await client.end();
}

async function transactionsPerS(
  pgbench: string,
  url: string,
  args: string[],
  durationS: number,
): Promise<number> {
  const { stdout } = await run(pgbench, [
    "-n",
    "-M",
    "prepared",
    "-c",
    `${CONNECTIONS}`,
    "-j",
    "2",
    "-T",
    `${durationS}`,
    ...args,
    url,
  ]);
  const match = /tps = ([\d.]+)/.exec(stdout);
  if (!match) throw new Error(`pgbench said: ${stdout}`);
  return Number(match[1]);
}

/** The ledger's posting alone, through SQL, beside pgbench's simple update. Nothing when there is no pgbench. */
export async function measureDatabase(url: string, durationS: number): Promise<DatabaseMeasured[]> {
  const pgbench = findPgbench();
  if (!pgbench) return [];
  await openAccounts(url);
  const folder = mkdtempSync(join(tmpdir(), "posting-"));
  const script = join(folder, "posting.sql");
  writeFileSync(script, POSTING_SQL);
  try {
    await run(pgbench, ["-i", "-s", "10", "-q", url]);
    const simple = await transactionsPerS(pgbench, url, ["-N"], durationS);
    const posting = await transactionsPerS(pgbench, url, ["-f", script], durationS);
    return [
      { name: "pgbench's simple update", transactionsPerS: simple },
      { name: "ledger.post, three legs", transactionsPerS: posting, ratio: posting / simple },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
