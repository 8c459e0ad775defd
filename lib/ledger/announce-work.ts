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
  deposit_releases: "deposits",
  partners: "settings",
  alerts: "alerts",
};
/** And of the accounts that are posted to, by what their names begin with. */
const ACCOUNT_KINDS: Partial<Record<string, ChangeKind>> = {
  wallet: "wallet",
  card: "cards",
  hold: "cards",
};

/** Outside production a change that nobody would be told of is an error, so that a test sees it. */
const checking = process.env.NODE_ENV !== "production";

function partnersOf({ partnerId, claim, insert, update, ...work }: Work): Set<string> {
  const rows: object[] = [
    ...Object.values(insert ?? {}).flat(),
    ...(work.journals ?? []),
    ...(work.walletTransactions ?? []),
    ...(work.events ?? []),
  ];
  const named = rows.map((row) => ("partnerId" in row ? row.partnerId : undefined));
  const changed = (update?.partners ?? []).map(({ id }) => id);
  const all = [partnerId, claim?.partnerId, ...named, ...changed];
  return new Set(all.filter((id) => typeof id === "string"));
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

/** Who is to be told what when a work is committed. */
export interface Told {
  partners: readonly (string | null)[];
  kinds: readonly ChangeKind[];
}

/**
 * What a work changes, for the partners that it names; for the operator alone when it names none.
 * @throws outside production, when rows of a partner are changed and the work does not say whose.
 */
export function toldBy(work: Work): Told {
  const kinds = kindsOf(work);
  const partners = [...partnersOf(work)];
  if (partners.length > 0) return { partners, kinds };
  if (checking && kinds.some((kind) => kind !== "alerts"))
    throw new Error(`a work changes ${kinds.join(", ")} and does not say whose: set its partnerId`);
  return { partners: [null], kinds };
}

/** Says what was committed. */
export function announceWork({ partners, kinds }: Told): void {
  for (const partnerId of partners) announceChange(partnerId, kinds);
}
