import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { CONNECTIONS } from "./request";
import type { SpenderCard } from "./subjects";

const run = promisify(execFile);

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

const postingSql = (cards: number) => `\\set card random(1, ${cards})
SELECT bench_post(:card);
`;

/** Three legs: card −, wallet +, fees +; journals never repeat. A journal without its rows in both lists is refused. */
const BENCH_POST = `CREATE FUNCTION bench_post(number int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  source text := gen_random_uuid();
  card bench_cards;
BEGIN
  SELECT * INTO card FROM bench_cards WHERE n = number;
  INSERT INTO card_transactions (id, partner_id, card_id, category, amount_micro_usd, currency, status, type, description,
      merchant_name, merchant_country, created_at, version)
    VALUES (source, card.partner_id, card.card_id, 'card_withdrawal', 10000, 'USD', 'settled', 'withdrawal', '', '', '',
      now(), 1);
  PERFORM ledger.post(jsonb_build_array(jsonb_build_object('id', 'jrn_' || source, 'type', 'card_withdrawal',
    'sourceId', source, 'partnerId', card.partner_id, 'legs', jsonb_build_array(
      jsonb_build_object('account', 'card:' || card.card_id, 'amount', -10000),
      jsonb_build_object('account', 'wallet:' || card.partner_id, 'amount', 8000),
      jsonb_build_object('account', 'fees', 'amount', 2000)))));
  INSERT INTO wallet_transactions (id, partner_id, journal_id, amount_micro_usd, currency, type, status, action, category,
      narration, created_at)
    VALUES ('w_' || source, card.partner_id, 'jrn_' || source, 8000, 'USD', 'credit', 'success', 'withdrawal',
      'card_withdrawal', '', now());
END
$$`;

/** The cards with money, by numbers that pgbench can draw, partner after partner, and the function that it calls. */
async function prepare(url: string, cards: SpenderCard[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("CREATE TABLE bench_cards (n int PRIMARY KEY, card_id text, partner_id text)");
  await client.query(
    `INSERT INTO bench_cards SELECT row_number() OVER (ORDER BY partner_id, id), id, partner_id
     FROM cards WHERE id = ANY ($1)`,
    [cards.map(({ cardId }) => cardId)],
  );
  await client.query(BENCH_POST);
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

/** The ledger's posting and its rows, through SQL, beside pgbench's simple update. Nothing when there is no pgbench. */
export async function measureDatabase(
  url: string,
  durationS: number,
  cards: SpenderCard[],
): Promise<DatabaseMeasured[]> {
  const pgbench = findPgbench();
  if (!pgbench) return [];
  await prepare(url, cards);
  const folder = mkdtempSync(join(tmpdir(), "posting-"));
  const [many, one] = [join(folder, "many.sql"), join(folder, "one.sql")];
  writeFileSync(many, postingSql(cards.length));
  const [first] = cards;
  writeFileSync(one, postingSql(cards.filter(({ apiKey }) => apiKey === first?.apiKey).length));
  try {
    await run(pgbench, ["-i", "-s", "10", "-q", url]);
    const simple = await transactionsPerS(pgbench, url, ["-N"], durationS);
    const posting = await transactionsPerS(pgbench, url, ["-f", many], durationS);
    const ofOne = await transactionsPerS(pgbench, url, ["-f", one], durationS);
    const name = "ledger.post, three legs, two rows";
    return [
      { name: "pgbench's simple update", transactionsPerS: simple },
      { name, transactionsPerS: posting, ratio: posting / simple },
      { name: `${name}, of one wallet`, transactionsPerS: ofOne, ratio: ofOne / simple },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
