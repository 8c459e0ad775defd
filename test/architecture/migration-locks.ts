import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryFolder } from "./source-files";

/** Tables that grow with every request, user or transaction; those of the schema public without a prefix. */
const GROWING = new Set([
  ...[
    "ledger.accounts",
    "ledger.entries",
    "ledger.hours",
    "ledger.wallet_hours",
    "ledger.journals",
    "ledger.day_roots",
  ],
  ...["api_key_uses", "audit_chain", "audit_entries", "card_dispute_events", "card_disputes"],
  ...[
    "card_day_sums",
    "card_sums",
    "card_transactions",
    "cards",
    "deposit_addresses",
    "deposits",
    "health_samples",
  ],
  ...[
    "idempotency_keys",
    "issuer_cardholders",
    "issuer_events",
    "issuer_updates",
    "kyc_applicants",
  ],
  ...["kyc_attempts", "kyc_sessions", "mail_outbox", "network_messages", "network_transactions"],
  ...[
    "partner_approvals",
    "partner_audit_entries",
    "payout_sums",
    "payouts",
    "relayer_transactions",
    "request_log",
  ],
  ...[
    "sessions",
    "sweeps",
    "unswept_balances",
    "users",
    "wallet_day_sums",
    "wallet_hour_sums",
    "wallet_sums",
  ],
  "wallet_transactions",
  ...["webhook_attempts", "webhook_deliveries", "webhook_events", "withdrawal_approvals"],
  ...["withdrawal_screenings", "withdrawal_sums", "withdrawals"],
]);

const plain = (name: string) =>
  name
    .replaceAll('"', "")
    .replace(/^public\./, "")
    .toLowerCase();

/** Returns the statements of a script, without comments, string literals and bodies of functions. */
function statementsOf(script: string): string[] {
  return script
    .replace(/--[^\n]*/g, " ")
    .replace(/\/\*[\s\S]*?\*\//g, " ")
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .split(";")
    .map((statement) => statement.replace(/\s+/g, " ").trim())
    .filter((statement) => statement !== "");
}

/** Splits the actions of ALTER TABLE at the commas outside of parentheses. */
function actionsOf(text: string): string[] {
  const actions = [""];
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character === "," && depth === 0) actions.push("");
    else actions[actions.length - 1] += character;
  }
  return actions.map((action) => action.trim());
}

/** Actions of ALTER TABLE that read or write the whole table under an exclusive lock. */
const SLOW_ACTIONS: readonly [pattern: RegExp, instead: string][] = [
  [/^ADD (?:CONSTRAINT \S+ )?(?:CHECK|FOREIGN KEY)\b(?!.*\bNOT VALID\b)/i, "NOT VALID"],
  [/^ADD (?:CONSTRAINT \S+ )?(?:PRIMARY KEY|UNIQUE|EXCLUDE)\b(?!.*USING INDEX)/i, "USING INDEX"],
  [/^ALTER (?:COLUMN )?\S+ SET NOT NULL\b/i, "a validated CHECK first"],
  [/^ALTER (?:COLUMN )?\S+ (?:SET DATA )?TYPE\b/i, "a new column"],
  [/^ADD (?:COLUMN )?(?!CONSTRAINT\b).*\bGENERATED\b.*\bSTORED\b/i, "a trigger, or a new table"],
  [/^ADD (?:COLUMN )?(?!CONSTRAINT\b).*\bDEFAULT (?!now\b)\w+ ?\(/i, "a constant default"],
  [/^SET (?:LOGGED|UNLOGGED|TABLESPACE)\b/i, "nothing: it rewrites the table"],
];

/** Returns the slow part of a statement: the table, and the statement to write instead. */
function slowPart(statement: string, added: Set<string>): [table: string, instead: string][] {
  const [, altered = "", rest = ""] =
    /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?([\w."]+) (.*)$/i.exec(statement) ?? [];
  if (altered !== "")
    return actionsOf(rest).flatMap((action): [string, string][] => {
      const [, constraint] = /^ADD CONSTRAINT (\S+)/i.exec(action) ?? [];
      if (constraint) added.add(constraint);
      const [, validated = ""] = /^VALIDATE CONSTRAINT (\S+)/i.exec(action) ?? [];
      // The lock of ADD CONSTRAINT is kept until the end of the transaction.
      if (added.has(validated)) return [[altered, "VALIDATE CONSTRAINT in a migration after it"]];
      return SLOW_ACTIONS.filter(([pattern]) => pattern.test(action)).map(([, instead]) => [
        altered,
        instead,
      ]);
    });
  const [, indexed] =
    /^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY\b)(?:IF NOT EXISTS )?(?:\S+ )?ON (?:ONLY )?([\w."]+)/i.exec(
      statement,
    ) ?? [];
  if (indexed) return [[indexed, "CREATE INDEX CONCURRENTLY"]];
  const [, rewritten] =
    /^(?:LOCK(?: TABLE)?|CLUSTER|VACUUM FULL|REINDEX TABLE) (?!CONCURRENTLY)([\w."]+)/i.exec(
      statement,
    ) ?? [];
  if (rewritten) return [[rewritten, "something that locks no table"]];
  const [, changed] =
    /^(?:UPDATE|DELETE FROM) (?:ONLY )?([\w."]+)(?!.*\bWHERE\b)/i.exec(statement) ?? [];
  return changed ? [[changed, "a background job"]] : [];
}

/**
 * Returns the statements of a migration that work through a growing table while they lock it, each as "table: instead".
 * Tables that the migration itself creates are empty.
 */
export function slowLocks(script: string): string[] {
  const statements = statementsOf(script);
  const created = statements.flatMap((statement) => {
    const [, name] = /^CREATE TABLE (?:IF NOT EXISTS )?([\w."]+)/i.exec(statement) ?? [];
    return name === undefined ? [] : [plain(name)];
  });
  const added = new Set<string>();
  return statements
    .flatMap((statement) => slowPart(statement, added))
    .map(([table, instead]): [string, string] => [plain(table), instead])
    .filter(([table]) => GROWING.has(table) && !created.includes(table))
    .map(([table, instead]) => `${table}: ${instead}`);
}

/** Returns the migrations of the repository: name and script. */
export function migrationScripts(): [name: string, script: string][] {
  const folder = join(repositoryFolder, "prisma/migrations");
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }): [string, string] => [
      name,
      readFileSync(join(folder, name, "migration.sql"), "utf8"),
    ]);
}
