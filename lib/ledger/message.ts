import { newId } from "@/lib/kernel/ids";
import type { Credential } from "@/lib/kernel/request-context";
import type { Journal } from "./journals";
import { locksOf } from "./locks-of";
import { toDatabaseRow } from "./rows";
import { nameOfClaim } from "./touches";
import type { RowChange, WalletTransactionRow, Work } from "./work";

/** A work, and who asked for it. */
export interface Asked {
  work: Work;
  requestId: string | undefined;
  /** The partner whose key or session asked; none when administrators did, or nobody. */
  callerId: string | undefined;
  /** The key or the session that asked, which must still hold. */
  credential?: Credential | undefined;
}

type Tables<Row> = Partial<Record<string, Row[]>>;

const filled = <T>(list: readonly T[]) => (list.length > 0 ? list : undefined);
const different = <T>(list: readonly T[]) => filled([...new Set(list)]);

/** What two works both wait for is waited for in one order, so that neither waits for the other. */
function inOrder<T>(rows: T[], nameOf: (row: T) => string): T[] {
  return rows.sort((first, second) => (nameOf(first) < nameOf(second) ? -1 : 1));
}

/** The rows of all, table by table; nothing when there are none. */
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

function claimsOf(works: readonly Work[]) {
  const claims = works.flatMap(({ claim }) => claim ?? []);
  return inOrder(claims, nameOfClaim).map((claim) =>
    toDatabaseRow({ ...claim, response: JSON.stringify(claim.response) ?? null }),
  );
}

function expectationsOf(works: readonly Work[]) {
  const all = works.flatMap(({ expect }) => expect ?? []);
  if (all.length === 0) return undefined;
  const accounts = all.flatMap((expected) => Object.entries(expected.accounts ?? {}));
  return {
    cards: Object.assign({}, ...all.map(({ cards }) => cards)),
    accounts: Object.fromEntries(accounts.map(([id, version]) => [id, version.toString()])),
    terminated: filled(all.flatMap(({ terminated }) => terminated ?? [])),
  };
}

function updatesOf(works: readonly Work[]) {
  const shape = (change: RowChange) => ({ ...change, set: toDatabaseRow(change.set) });
  const tables = byTable<RowChange, RowChange>(
    works.map(({ update }) => update),
    shape,
  );
  for (const changes of tables?.values() ?? []) inOrder(changes, ({ id }) => id);
  return tables && Object.fromEntries(tables);
}

function insertsOf(works: readonly Work[]) {
  const tables = byTable(
    works.map(({ insert }) => insert),
    toDatabaseRow,
  );
  return tables && Object.fromEntries(tables);
}

/** Wallet rows get their ids here, in the order in which they were decided. */
const walletRow = (row: WalletTransactionRow) =>
  toDatabaseRow({ ...row, id: row.id ?? newId("txn"), currency: "USD", status: "success" });

const legsOf = ({ legs }: Journal) =>
  legs.map(({ account, amount }) => ({ account, amount: amount.toString() }));

/**
 * What authorizes the works: ids of keys, and roles by sessions. Of one session the role that one work was authorized with
 * is checked for all of them; two roles make the message impossible, and each work is then committed by itself.
 */
function credentialsOf(asked: readonly Asked[]) {
  const keys: string[] = [];
  const sessions = new Map<string, string | null>();
  for (const { credential } of asked) {
    if (!credential) continue;
    if ("keyId" in credential) keys.push(credential.keyId);
    else {
      const { sessionId, role } = credential;
      const known = sessions.get(sessionId);
      if (known && role && known !== role)
        throw new Error(`session ${sessionId} asks with the roles ${known} and ${role}`);
      sessions.set(sessionId, known ?? role ?? null);
    }
  }
  return {
    keys: different(keys),
    sessions: sessions.size > 0 ? Object.fromEntries(sessions) : undefined,
  };
}

/**
 * Works as `commit_work` reads them, as one: each part holds what all of them have of it. Of several none may expect
 * what another changes (`touches.ts`).
 */
export function toMessage(asked: readonly Asked[]): string {
  const works = asked.map(({ work }) => work);
  const journals = asked.flatMap(({ work, requestId }) =>
    (work.journals ?? []).map((journal) => ({ ...journal, legs: legsOf(journal), requestId })),
  );
  return JSON.stringify({
    claims: filled(claimsOf(works)),
    accounts: filled(works.flatMap(({ accounts = [] }) => accounts)),
    lock: different(works.flatMap(locksOf)),
    ...credentialsOf(asked),
    callers: different(asked.flatMap(({ callerId }) => callerId ?? [])),
    expect: expectationsOf(works),
    update: updatesOf(works),
    insert: insertsOf(works),
    journals: filled(journals),
    wallet_transactions: filled(
      works.flatMap(({ walletTransactions = [] }) => walletTransactions.map(walletRow)),
    ),
    events: filled(works.flatMap(({ events = [] }) => events.map(toDatabaseRow))),
  });
}
