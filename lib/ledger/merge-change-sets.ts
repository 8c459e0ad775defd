import type { ChangeSet } from "./change-set";

function joined<T>(first: T[] | undefined, second: T[] | undefined): T[] | undefined {
  return first && second ? [...first, ...second] : (first ?? second);
}

function joinedTables<T>(
  first: Partial<Record<string, T[]>> | undefined,
  second: Partial<Record<string, T[]>> | undefined,
): Partial<Record<string, T[]>> | undefined {
  if (!first || !second) return first ?? second;
  const tables = { ...first };
  for (const [table, rows] of Object.entries(second)) tables[table] = joined(tables[table], rows);
  return tables;
}

/** Merges two change sets into one. The parts of `first` come first. */
export function mergeChangeSets(first: ChangeSet, second: ChangeSet): ChangeSet {
  return {
    partnerId: first.partnerId ?? second.partnerId,
    claim: first.claim ?? second.claim,
    accounts: joined(first.accounts, second.accounts),
    lock: joined(first.lock, second.lock),
    expect: {
      ...first.expect,
      ...second.expect,
      cards: { ...first.expect?.cards, ...second.expect?.cards },
      accounts: { ...first.expect?.accounts, ...second.expect?.accounts },
    },
    update: joinedTables(first.update, second.update),
    insert: joinedTables(first.insert, second.insert),
    journals: joined(first.journals, second.journals),
    walletTransactions: joined(first.walletTransactions, second.walletTransactions),
    events: joined(first.events, second.events),
  };
}
