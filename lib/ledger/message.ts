import { newId } from "@/lib/kernel/ids";
import type { Credential } from "@/lib/kernel/request-context";
import type { ChangeSet, RowChange, WalletTransactionRow } from "./change-set";
import type { Journal } from "./journals";
import { locksOf } from "./locks-of";
import { nameOfClaim } from "./read-write-set";
import { toDatabaseRow } from "./rows";

/** A change set that is submitted for its commit, with its submitter. */
export interface Submission {
  changeSet: ChangeSet;
  requestId: string | undefined;
  /** The partner whose API key or session sent the request; undefined for administrators and jobs. */
  callerId: string | undefined;
  /** The API key or session of the request, which must still be valid at the commit. */
  credential?: Credential | undefined;
}

type Tables<Row> = Partial<Record<string, Row[]>>;

const filled = <T>(list: readonly T[]) => (list.length > 0 ? list : undefined);
const different = <T>(list: readonly T[]) => filled([...new Set(list)]);

/** Sorts rows into one lock order, so that two change sets never deadlock. */
function inOrder<T>(rows: T[], nameOf: (row: T) => string): T[] {
  return rows.sort((first, second) => (nameOf(first) < nameOf(second) ? -1 : 1));
}

/** Merges the rows per table; undefined if there are no rows. */
function byTable<Row, Shaped>(
  all: readonly (Tables<Row> | undefined)[],
  shape: (row: Row) => Shaped,
): Map<string, Shaped[]> | undefined {
  const tables = new Map<string, Shaped[]>();
  for (const [table, rows = []] of all.flatMap((each) => Object.entries(each ?? {}))) {
    const shaped = rows.map(shape);
    if (shaped.length > 0) tables.set(table, [...(tables.get(table) ?? []), ...shaped]);
  }
  return tables.size > 0 ? tables : undefined;
}

function claimsOf(submissions: readonly Submission[]) {
  const claims = submissions.flatMap(({ changeSet: { claim }, requestId }) =>
    claim ? { ...claim, requestId } : [],
  );
  return inOrder(claims, nameOfClaim).map((claim) =>
    toDatabaseRow({ ...claim, response: JSON.stringify(claim.response) ?? null }),
  );
}

function expectationsOf(changeSets: readonly ChangeSet[]) {
  const all = changeSets.flatMap(({ expect }) => expect ?? []);
  if (all.length === 0) return undefined;
  const accounts = all.flatMap((expected) => Object.entries(expected.accounts ?? {}));
  return {
    cards: Object.assign({}, ...all.map(({ cards }) => cards)),
    accounts: Object.fromEntries(accounts.map(([id, version]) => [id, version.toString()])),
    terminated: filled(all.flatMap(({ terminated }) => terminated ?? [])),
    payouts: filled(
      all.flatMap(({ payout }) =>
        payout ? { ...payout, amountMicroUsd: payout.amountMicroUsd.toString() } : [],
      ),
    ),
  };
}

function updatesOf(changeSets: readonly ChangeSet[]) {
  const shape = (change: RowChange) => ({ ...change, set: toDatabaseRow(change.set) });
  const tables = byTable<RowChange, RowChange>(
    changeSets.map(({ update }) => update),
    shape,
  );
  for (const changes of tables?.values() ?? []) inOrder(changes, ({ id }) => id);
  return tables && Object.fromEntries(tables);
}

function insertsOf(changeSets: readonly ChangeSet[]) {
  const tables = byTable(
    changeSets.map(({ insert }) => insert),
    toDatabaseRow,
  );
  return tables && Object.fromEntries(tables);
}

/**
 * Wallet transactions without an id get one here, so that their ids follow the order of the decisions. A group commit
 * makes them for several calls, which are at different times while the history of the demo is made.
 */
const walletRow = (row: WalletTransactionRow) =>
  toDatabaseRow({
    ...row,
    id: row.id ?? newId("txn", row.createdAt),
    currency: "USD",
    status: "success",
  });

const legsOf = ({ legs }: Journal) =>
  legs.map(({ account, amount }) => ({ account, amount: amount.toString() }));

/**
 * The credentials of the change sets: ids of API keys, and a role per session. The role of one change set is checked
 * for all change sets of its session. Two roles for one session throw; each change set is then committed alone.
 */
function credentialsOf(submissions: readonly Submission[]) {
  const keys: string[] = [];
  const sessions = new Map<string, string | null>();
  for (const { credential } of submissions) {
    if (!credential) continue;
    if ("keyId" in credential) keys.push(credential.keyId);
    else {
      const { sessionId, role } = credential;
      const known = sessions.get(sessionId);
      if (known && role && known !== role)
        throw new Error(`session ${sessionId} was used with the roles ${known} and ${role}`);
      sessions.set(sessionId, known ?? role ?? null);
    }
  }
  return {
    keys: different(keys),
    sessions: sessions.size > 0 ? Object.fromEntries(sessions) : undefined,
  };
}

/**
 * Serializes the change sets as the one argument of `commit_change_set`; each part is the union over all change sets. No
 * change set may expect a row that another one changes (`read-write-set.ts`).
 */
export function toMessage(submissions: readonly Submission[]): string {
  const changeSets = submissions.map(({ changeSet }) => changeSet);
  const journals = submissions.flatMap(({ changeSet, requestId }) =>
    (changeSet.journals ?? []).map((journal) => ({ ...journal, legs: legsOf(journal), requestId })),
  );
  return JSON.stringify({
    claims: filled(claimsOf(submissions)),
    accounts: filled(changeSets.flatMap(({ accounts = [] }) => accounts)),
    lock: different(changeSets.flatMap(locksOf)),
    ...credentialsOf(submissions),
    callers: different(submissions.flatMap(({ callerId }) => callerId ?? [])),
    expect: expectationsOf(changeSets),
    update: updatesOf(changeSets),
    insert: insertsOf(changeSets),
    journals: filled(journals),
    wallet_transactions: filled(
      changeSets.flatMap(({ walletTransactions = [] }) => walletTransactions.map(walletRow)),
    ),
    events: filled(changeSets.flatMap(({ events = [] }) => events.map(toDatabaseRow))),
  });
}
