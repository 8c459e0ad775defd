import pg from "pg";
import "./index";
import { ownerUrl } from "./owner-url";

/** Direct SQL against the database's rules, undone afterwards. */
export interface Attack {
  /** `app` is the role that the service works as; `owner` may do everything but what triggers refuse. */
  role: "app" | "owner";
  statements: string[];
  /** Statements of the owner's that come first: rules that are taken away, or what the attack needs. */
  after?: string[];
}

const roles = { app: "partner_wallet_app", owner: "partner_wallet" } as const;

/** A connection of the database's owner; the caller ends it. */
export async function ownerClient(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl() });
  await client.connect();
  return client;
}

/** Takes steps while the service cannot write into the audit log. */
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

/** The SQLSTATE that refused, with the name of the rule when it has one; `through` when nothing did. */
export async function attack({ role, statements, after = [] }: Attack): Promise<string> {
  const client = await ownerClient();
  try {
    await client.query("BEGIN");
    for (const statement of after) await client.query(statement);
    await client.query(`SET LOCAL ROLE ${roles[role]}`);
    for (const statement of statements) await client.query(statement);
    // What waits for the commit is checked now, so that the whole can be undone.
    await client.query("SET CONSTRAINTS ALL IMMEDIATE");
    return "through";
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code) return error.code;
    throw error;
  } finally {
    await client.end();
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

/** An INSERT of what a journal moved into a wallet's list. */
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

/** The rows that belong to a journal, as far as it is one that a list could hold. */
function listedRows({ id, legs }: PostedJournal & { id: string }): string[] {
  return legs.flatMap(([account, amount]) => {
    const [, partnerId] = account.split("wallet:");
    const isListable = Number.isSafeInteger(Number(amount)) && Number(amount) !== 0;
    if (partnerId === undefined || !isListable) return [];
    return listedRow({ journalId: id, partnerId, amount: Number(amount) });
  });
}

/** What takes money off a card for good: a row in the card's list has its source for its id. */
const CARD_DEBITS = ["card_withdrawal", "liquidation", "cross_border_fee"];

interface Debit {
  id: string;
  partnerId: string;
  cardId: string;
  category: string;
  amount: number;
}

/** An INSERT of what was taken off a card into its list. */
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

/** The rows that belong to a journal, as far as it is one that a card's list could hold. */
function debitRows({ type, source, partnerId, legs }: PostedJournal): string[] {
  const [[account, amount] = ["", 0]] = legs.filter(([id]) => id.startsWith("card:"));
  if (!CARD_DEBITS.includes(type) || !partnerId || account === "") return [];
  const cardId = account.replace("card:", "");
  return [debitRow({ id: source, partnerId, cardId, category: type, amount: -Number(amount) })];
}

/** A call of `ledger.post`, and the rows of the wallets' and the cards' lists that belong to it. */
export function post(...journals: PostedJournal[]): string {
  const named = journals.map((journal) => ({
    ...journal,
    id: journal.id ?? `jrn_attack_${++made}`,
  }));
  const debits = named.flatMap(debitRows);
  return [...debits, postUnlisted(...named), ...named.flatMap(listedRows)].join(";\n");
}

/** A call of `ledger.post` alone. */
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

/** An INSERT of one row. */
export function insert(table: string, row: Record<string, unknown>): string {
  const values = Object.values(row).map((value) =>
    value === null ? "NULL" : pg.escapeLiteral(String(value)),
  );
  return `INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${values.join(", ")})`;
}

/** Statements that take triggers away: `dropTriggers("ledger.journals whole_journals")`. */
export function dropTriggers(...triggers: `${string} ${string}`[]): string[] {
  return triggers.map((trigger) => {
    const [table, name] = trigger.split(" ");
    return `DROP TRIGGER ${name} ON ${table}`;
  });
}

/** Statements that take constraints away. */
export function dropConstraints(...constraints: `${string} ${string}`[]): string[] {
  return constraints.map((constraint) => {
    const [table, name] = constraint.split(" ");
    return `ALTER TABLE ${table} DROP CONSTRAINT ${name}`;
  });
}
