import { announceChange, type ChangeKind } from "@/lib/changes";
import type { Work } from "./work";

/** What people see of a table's rows. */
const KINDS: Partial<Record<string, ChangeKind>> = {
  users: "users",
  deleted_users: "users",
  kyc_sessions: "users",
  cards: "cards",
  card_transactions: "transactions",
  withdrawals: "withdrawals",
  deposits: "deposits",
  partners: "settings",
  alerts: "alerts",
};
/** And of the accounts that are posted to, by what their names begin with. */
const ACCOUNT_KINDS: Partial<Record<string, ChangeKind>> = {
  wallet: "wallet",
  card: "cards",
  hold: "cards",
};

function partnersOf({ partnerId, claim, insert, ...work }: Work): Set<string> {
  const rows: object[] = [
    ...Object.values(insert ?? {}).flat(),
    ...(work.journals ?? []),
    ...(work.walletTransactions ?? []),
    ...(work.events ?? []),
  ];
  const named = rows.map((row) => ("partnerId" in row ? row.partnerId : undefined));
  return new Set([partnerId, claim?.partnerId, ...named].filter((id) => typeof id === "string"));
}

function kindsOf({ insert, update, journals, walletTransactions, events }: Work): ChangeKind[] {
  const changed = [insert ?? {}, update ?? {}].flatMap((tables) =>
    Object.entries(tables).filter(([, rows]) => rows.length > 0),
  );
  const accounts = (journals ?? []).flatMap(({ legs }) => legs.map(({ account }) => account));
  const kinds = [
    ...changed.map(([table]) => KINDS[table]),
    ...accounts.map((account) => ACCOUNT_KINDS[account.split(":")[0] ?? ""]),
    ...(walletTransactions?.length ? (["transactions", "wallet"] as const) : []),
    ...(events?.length ? (["webhooks"] as const) : []),
  ];
  return [...new Set(kinds.filter((kind) => kind !== undefined))];
}

/** Says what a committed work has changed, to the partners that it names. */
export function announceWork(work: Work): void {
  const kinds = kindsOf(work);
  const partners = partnersOf(work);
  for (const partnerId of partners) announceChange(partnerId, kinds);
  if (partners.size === 0) announceChange(null, kinds);
}
