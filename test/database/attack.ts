import pg from "pg";
import { afterAll } from "vitest";
import "./index";
import { ownerUrl } from "./owner-url";

/** SQL statements that try to break the database's rules; they are rolled back afterwards. */
export interface Attack {
  /** `app` is the role of the service; `owner` may do everything except what triggers refuse. */
  role: "app" | "owner";
  statements: string[];
  /** Statements that the owner runs first: they drop rules, or prepare rows that the attack needs. */
  after?: string[];
}

const roles = { app: "partner_wallet_app", owner: "partner_wallet" } as const;

/** A connection of the database's owner; the caller ends it. */
export async function ownerClient(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl() });
  await client.connect();
  return client;
}

/** Runs `steps` while the service cannot write to the audit log. */
export async function withoutAuditLog(steps: () => Promise<void>): Promise<void> {
  const client = await ownerClient();
  try {
    await client.query(`REVOKE INSERT ON audit_entries FROM ${roles.app}`);
    await steps();
  } finally {
    await client.query(`GRANT INSERT ON audit_entries TO ${roles.app}`);
    await client.end();
  }
}

let attackers: pg.Pool | undefined;
afterAll(() => attackers?.end());

/**
 * A connection for an attack. A new one costs PostgreSQL many times what the attack does: it reads the catalog and
 * compiles the functions of the ledger. Therefore attacks of a file use it again, as they leave nothing behind.
 */
function connectAttacker(): Promise<pg.PoolClient> {
  attackers ??= makePool();
  return attackers.connect();
}

function makePool(): pg.Pool {
  const pool = new pg.Pool({ connectionString: ownerUrl(), idleTimeoutMillis: 0 });
  // Tests that cut every connection cut these too.
  pool.on("error", () => {});
  return pool;
}

/** Returns the SQLSTATE of the statement that failed, or `through` if all statements succeeded. */
export async function attack({ role, statements, after = [] }: Attack): Promise<string> {
  const client = await connectAttacker();
  let isRolledBack = false;
  try {
    const code = await codeOf(client, { role, statements, after });
    await client.query("ROLLBACK");
    isRolledBack = true;
    return code;
  } finally {
    client.release(!isRolledBack);
  }
}

async function codeOf(
  client: pg.PoolClient,
  { role, statements, after = [] }: Attack,
): Promise<string> {
  try {
    await client.query("BEGIN");
    for (const statement of after) await client.query(statement);
    await client.query(`SET LOCAL ROLE ${roles[role]}`);
    for (const statement of statements) await client.query(statement);
    // Deferred constraints are checked now, so that the transaction can be rolled back.
    await client.query("SET CONSTRAINTS ALL IMMEDIATE");
    return "through";
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code) return error.code;
    throw error;
  }
}

interface PostedJournal {
  id?: string;
  type: string;
  source: string;
  partnerId?: string | null;
  legs: [account: string, amount: string | number | null][];
}

let made = 0;

interface ListedMove {
  journalId: string;
  partnerId: string;
  amount: number;
}

/** Returns an INSERT of a journal's wallet transaction. */
export function listedRow({ journalId, partnerId, amount }: ListedMove): string {
  return insert("wallet_transactions", {
    id: `txn_attack_${++made}`,
    partner_id: partnerId,
    journal_id: journalId,
    amount_micro_usd: Math.abs(amount),
    currency: "USD",
    type: amount > 0 ? "credit" : "debit",
    status: "success",
    action: "funding",
    category: "attack",
    narration: "attack",
    created_at: "now",
  });
}

/** Returns INSERTs of the wallet transactions of a journal; legs with an amount that no row could have get none. */
function listedRows({ id, legs }: PostedJournal & { id: string }): string[] {
  return legs.flatMap(([account, amount]) => {
    const [, partnerId] = account.split("wallet:");
    const isListable = Number.isSafeInteger(Number(amount)) && Number(amount) !== 0;
    if (partnerId === undefined || !isListable) return [];
    return listedRow({ journalId: id, partnerId, amount: Number(amount) });
  });
}

/** Journal types that debit a card finally: the journal's source is the id of a row in `card_transactions`. */
const CARD_DEBITS = ["card_withdrawal", "liquidation", "cross_border_fee"];

interface Debit {
  id: string;
  partnerId: string;
  cardId: string;
  category: string;
  amount: number;
}

/** Returns an INSERT of the card transaction of a debit. */
export function debitRow(
  { id, partnerId, cardId, category, amount }: Debit,
  changes: Record<string, unknown> = {},
): string {
  return insert("card_transactions", {
    id,
    partner_id: partnerId,
    card_id: cardId,
    category,
    amount_micro_usd: amount,
    currency: "USD",
    status: "settled",
    type: "withdrawal",
    description: "attack",
    merchant_name: "",
    merchant_country: "",
    created_at: "now",
    version: 1,
    ...changes,
  });
}

/** Returns the INSERT of the card transaction that belongs to a journal, if the journal debits a card. */
function debitRows({ type, source, partnerId, legs }: PostedJournal): string[] {
  const [[account, amount] = ["", 0]] = legs.filter(([id]) => id.startsWith("card:"));
  if (!CARD_DEBITS.includes(type) || !partnerId || account === "") return [];
  const cardId = account.replace("card:", "");
  return [debitRow({ id: source, partnerId, cardId, category: type, amount: -Number(amount) })];
}

/** Returns a call of `ledger.post` with the INSERTs of the wallet and card transactions that belong to it. */
export function post(...journals: PostedJournal[]): string {
  const named = journals.map((journal) => ({
    ...journal,
    id: journal.id ?? `jrn_attack_${++made}`,
  }));
  const debits = named.flatMap(debitRows);
  return [...debits, postUnlisted(...named), ...named.flatMap(listedRows)].join(";\n");
}

/** Returns a call of `ledger.post` without wallet or card transactions. */
export function postUnlisted(...journals: PostedJournal[]): string {
  const posted = journals.map(({ id, type, source, partnerId, legs }) => ({
    id: id ?? `jrn_attack_${++made}`,
    type,
    sourceId: source,
    partnerId,
    legs: legs.map(([account, amount]) => ({ account, amount })),
  }));
  return `SELECT ledger.post(${pg.escapeLiteral(JSON.stringify(posted))})`;
}

/** Returns an INSERT of one row. */
export function insert(table: string, row: Record<string, unknown>): string {
  const values = Object.values(row).map((value) =>
    value === null ? "NULL" : pg.escapeLiteral(String(value)),
  );
  return `INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${values.join(", ")})`;
}

/** Returns statements that drop triggers: `dropTriggers("ledger.journals whole_journals")`. */
export function dropTriggers(...triggers: `${string} ${string}`[]): string[] {
  return triggers.map((trigger) => {
    const [table, name] = trigger.split(" ");
    return `DROP TRIGGER ${name} ON ${table}`;
  });
}

/** Returns statements that drop constraints. */
export function dropConstraints(...constraints: `${string} ${string}`[]): string[] {
  return constraints.map((constraint) => {
    const [table, name] = constraint.split(" ");
    return `ALTER TABLE ${table} DROP CONSTRAINT ${name}`;
  });
}
