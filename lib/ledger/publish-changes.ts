import { type ChangeKind, publishChange } from "@/lib/kernel/changes";
import type { ChangeSet } from "./change-set";

/** The kind of change that pages are notified of, by table. */
const KINDS: Partial<Record<string, ChangeKind>> = {
  users: "users",
  deleted_users: "users",
  kyc_sessions: "users",
  cards: "cards",
  card_transactions: "transactions",
  card_disputes: "transactions",
  withdrawals: "withdrawals",
  deposits: "deposits",
  deposit_releases: "deposits",
  partners: "settings",
  operator_postings: "postings",
  alerts: "alerts",
};
/** The kind of change for a posting, by the prefix of the account id. */
const ACCOUNT_KINDS: Partial<Record<string, ChangeKind>> = {
  wallet: "wallet",
  card: "cards",
  hold: "cards",
};

/** Kinds that may concern the operator alone. */
const OF_OPERATOR: ReadonlySet<ChangeKind> = new Set(["alerts", "postings"]);

/** Outside production a change without a recipient throws, so that a test detects it. */
const checking = process.env.NODE_ENV !== "production";

function partnersOf({ partnerId, claim, insert, update, ...changeSet }: ChangeSet): Set<string> {
  const partners = new Set<string>();
  const add = (id: unknown) => typeof id === "string" && partners.add(id);
  const addOf = (rows: readonly object[] = []) => {
    for (const row of rows) if ("partnerId" in row) add(row.partnerId);
  };
  add(partnerId);
  add(claim?.partnerId);
  for (const rows of Object.values(insert ?? {})) addOf(rows);
  for (const rows of [changeSet.journals, changeSet.walletTransactions, changeSet.events])
    addOf(rows);
  for (const { id } of update?.partners ?? []) add(id);
  return partners;
}

function kindsOf({
  insert,
  update,
  journals,
  walletTransactions,
  events,
}: ChangeSet): ChangeKind[] {
  const kinds = new Set<ChangeKind>();
  const add = (kind: ChangeKind | undefined) => kind && kinds.add(kind);
  for (const tables of [insert, update])
    for (const [table, rows] of Object.entries(tables ?? {}))
      if (rows.length > 0) add(KINDS[table]);
  for (const { legs } of journals ?? [])
    for (const { account } of legs) add(ACCOUNT_KINDS[account.split(":", 1)[0] ?? ""]);
  if (walletTransactions?.length) kinds.add("transactions").add("wallet");
  if (events?.length) kinds.add("webhooks");
  return [...kinds];
}

/** The partners and kinds of change to publish when a change set is committed. */
export interface ChangeNotice {
  partners: readonly (string | null)[];
  kinds: readonly ChangeKind[];
}

/**
 * The notice of a change set, for the partners that it names. Without a partner the notice is for the operator alone.
 * @throws outside production, if a partner's rows change and the change set does not name the partner.
 */
export function noticeOf(changeSet: ChangeSet): ChangeNotice {
  const kinds = kindsOf(changeSet);
  const partners = [...partnersOf(changeSet)];
  if (partners.length > 0) return { partners, kinds };
  if (checking && kinds.some((kind) => !OF_OPERATOR.has(kind)))
    throw new Error(
      `a change set changes ${kinds.join(", ")} and does not name the partner: set its partnerId`,
    );
  return { partners: [null], kinds };
}

/** Publishes the notice of a committed change set. */
export function publishChanges({ partners, kinds }: ChangeNotice): void {
  for (const partnerId of partners) publishChange(partnerId, kinds);
}
