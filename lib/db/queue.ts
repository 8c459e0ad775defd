// SQL: locks: rows of every queue are leased with SKIP LOCKED and settled under their lease, in one statement each.

import { aheadMs } from "@/lib/kernel/clock";
import { instantAfter, msUntil } from "./database-clock";
import { query } from "./index";
import { outlastLoss } from "./outlast-loss";
import { leaseInTurns, rowsInTurns, type Turn } from "./turns";

/** A table whose rows wait for a background job: requests to an outside provider, or messages of one. */
interface QueueDefinition {
  table: string;
  /** The columns of the primary key, by property of an item. */
  key: Readonly<Record<string, string>>;
  /** The selected columns of an item besides its key, of the table as `alias`. */
  columns: string;
  alias: string;
  /** The columns that an outcome sets, by its properties. Those of instants end with `_at`. */
  outcome: Readonly<Record<string, string>>;
  /** Before the columns `due_at`, `leased_until` and `attempts`, in a table that has other due times too. */
  prefix?: string;
  /** A column that a run is limited to one value of. */
  scope?: string;
  /**
   * A column of text whose values take turns, such as the partner's: rows of one value wait for one row of each other value, however
   * many these have. Null is a value too. The table needs an index of the scope, of `coalesce(column, '')` and of the due time.
   */
  sharedBy?: string;
  /** Longer than an attempt can take. Afterwards another process may make one. */
  leaseMs: number;
  /** Rows have a `version` that grows when the row is queued anew, also during an attempt. */
  isVersioned?: boolean;
  /** Longer than any row is queued ahead of its due time or pauses, in days; 1 by default. */
  maxAheadDays?: number;
}

/** The columns that a lease adds to an item. */
export interface Leased {
  /** The number of attempts, this one included. */
  attempts: number;
  /** Names the lease: an outcome counts only while it is current. */
  leasedUntil: Date;
}

interface Settled<Outcome> {
  /** The next attempt; null when none follows. */
  dueAt: Date | null;
  outcome: Outcome;
  /** Counts the attempts from 0 again, after one that succeeded. */
  isReset?: boolean;
  /**
   * Writes elsewhere what belongs to the outcome, such as an alert. It runs before the outcome is stored: if it fails, another attempt
   * follows. It does not run after the end of the lease: another attempt may have had another outcome since.
   */
  whileHeld?: (() => Promise<void>) | undefined;
}

interface Work<Item> {
  /** The items that are leased at once, and handled at the same time unless `isInOrder`. */
  batch: number;
  isInOrder?: boolean;
  /** The value of the queue's `scope`. */
  scope?: unknown;
  /**
   * Makes an attempt and settles it. Returns whether it succeeded; undefined for one that failed for a reason of its own, which says
   * nothing about the others.
   */
  handle(item: Item & Leased): Promise<boolean | undefined>;
}

/** The limit of one run of a job; the next run continues. */
const MAX_BATCHES = 50;

/** More than by which two readings of a clock that is right can differ. */
const TOLERANCE = "interval '1 minute'";
const MAX_AHEAD_DAYS = 1;

/** Whether a column has an instant. Other statements compare instants with due times, so the clock of the database dates both. */
const isInstant = (column: string) => column.endsWith("_at");

/** The statements of a queue. */
function statementsOf(queue: QueueDefinition) {
  const { table, alias, key, columns, outcome, prefix = "", scope, isVersioned } = queue;
  const { maxAheadDays = MAX_AHEAD_DAYS, sharedBy } = queue;
  const due = `${prefix}due_at`;
  const [leased, attempts] = [`${prefix}leased_until`, `${prefix}attempts`];
  const keys = Object.values(key);
  const named = Object.entries(key).map(([name, column]) => `${alias}.${column} AS "${name}"`);
  const isSame = keys.map((column) => `${alias}.${column} = chosen.${column}`).join(" AND ");
  const isInScope = scope === undefined ? "" : ` AND ${scope} = $4`;
  // The difference is that of a service at a simulated time.
  const at = instantAfter("$1");
  const leaseEnd = instantAfter("$2");
  // No lease or pause can be longer: such a time is of a clock that was ahead and was set back, and would hold the row until then.
  const isFree = `(${leased} IS NULL OR ${leased} <= ${at} OR ${leased} > ${leaseEnd} + ${TOLERANCE})`;
  const isDue = `${due} <= ${at}`;
  // No clock says infinity: somebody holds such a row on purpose.
  const isOfOtherClock = `${due} > ${at} + interval '${maxAheadDays} days' AND ${due} < 'infinity'`;
  const longest = (condition: string) =>
    `SELECT ${keys.join(", ")}, ${due} FROM ${table} WHERE ${condition} AND ${isFree}${isInScope} ORDER BY ${due}`;
  const [turn, noTurn] =
    sharedBy === undefined
      ? ["", ""]
      : [", chosen.owner, chosen.turn", ", NULL::text AS owner, NULL::int AS turn"];
  const chosen = (condition: string) =>
    `SELECT ${keys.join(", ")}${noTurn} FROM (${longest(condition)} LIMIT $3 FOR UPDATE SKIP LOCKED) locked`;
  const isReady = `${isDue} AND ${isFree}`;
  const last = scope === undefined ? "$4" : "$5";
  const chosenDue =
    sharedBy === undefined
      ? chosen(isDue)
      : rowsInTurns({ table, keys, column: sharedBy, due, isReady, isInScope, limit: "$3", last });
  // $1 is the end of the lease; then come the key, and what the statement sets.
  const isMine = [`${leased} = $1`, ...keys.map((column, n) => `${column} = $${n + 2}`)].join(
    " AND ",
  );
  const first = keys.length + 2;
  const set = Object.values(outcome).map((column, n) => {
    const value = `$${first + 2 + n}`;
    return `, ${column} = ${isInstant(column) ? instantAfter(value) : value}`;
  });
  const ofVersion = isVersioned ? ` AND version = $${first + 2 + set.length}` : "";
  return {
    lease: `UPDATE ${table} ${alias} SET ${leased} = ${leaseEnd}, ${attempts} = ${alias}.${attempts} + 1
      FROM (${chosenDue} UNION ALL ${chosen(isOfOtherClock)} LIMIT $3) chosen
      WHERE ${isSame}
      RETURNING ${named.join(", ")}, ${columns}, ${alias}.${attempts} AS attempts, ${alias}.${leased} AS "leasedUntil"${turn}`,
    renew: `UPDATE ${table} SET ${leased} = ${instantAfter(`$${first}`)}
      WHERE ${isMine}${isVersioned ? ` AND version = $${first + 1}` : ""} RETURNING ${leased} AS "leasedUntil"`,
    settle: `UPDATE ${table} SET ${leased} = NULL, ${due} = ${instantAfter(`$${first}`)},
        ${attempts} = CASE WHEN $${first + 1} THEN 0 ELSE ${attempts} END${set.join("")}
      WHERE ${isMine}${ofVersion} RETURNING true AS settled`,
    release: `UPDATE ${table} SET ${leased} = NULL WHERE ${isMine} RETURNING true AS released`,
  };
}

const nameOf = ({ prefix = "", table }: QueueDefinition, verb: string) =>
  `${verb}_${prefix}${table}`;

/** Makes the function that leases rows that are due, the longest due first; where values take turns, of each value. */
function leaserOf<Item extends object>(queue: QueueDefinition, statement: string): Lease<Item> {
  const { leaseMs } = queue;
  const named = nameOf(queue, "lease");
  return async function lease(limit, scope) {
    // Not the difference of two readings of the clock: a row that is due now would wait where a millisecond passes between them.
    const atMs = aheadMs();
    const values = [atMs, atMs + leaseMs, limit, ...(queue.scope === undefined ? [] : [scope])];
    const run = (more: readonly unknown[]) =>
      query<Item & Leased & Turn & Record<string, unknown>>(named, statement, [...values, ...more]);
    if (queue.sharedBy === undefined) return run([]);
    return leaseInTurns(`${named} ${scope ?? ""}`, (last) => run([last]));
  };
}

type Lease<Item> = (limit: number, scope?: unknown) => Promise<(Item & Leased)[]>;

/**
 * Makes the function that leases and handles due rows until none is due. It ends early after a batch with a failure and without a
 * success: what failed its attempts, such as an outage, would fail the next ones too, and the job runs again soon.
 */
function workerOf<Item extends object>(lease: Lease<Item>) {
  return async function work({ batch, isInOrder, scope, handle }: Work<Item>) {
    const counts = { succeeded: 0, failed: 0 };
    for (let n = 0; n < MAX_BATCHES; n++) {
      const items = await lease(batch, scope);
      const results: (boolean | undefined)[] = [];
      if (isInOrder) for (const item of items) results.push(await handle(item));
      else results.push(...(await Promise.all(items.map(handle))));
      const succeeded = results.filter(Boolean).length;
      counts.succeeded += succeeded;
      counts.failed += results.length - succeeded;
      if (items.length === 0 || (succeeded === 0 && results.includes(false))) break;
    }
    return counts;
  };
}

/**
 * Makes the queue of a table: rows with a due time are leased by one process at a time, handled, and settled with a later
 * due time or none, by the clock of the database. A process that ends leaves its leases, and others make another attempt
 * after their end. An outcome that comes after the end of its lease changes nothing, so a handler may run twice and must
 * be harmless to repeat.
 * Source: docs/decisions/0064-one-queue.md
 */
export function queueOf<Item extends object, Outcome extends object>(queue: QueueDefinition) {
  const { key, outcome: outcomes, leaseMs, isVersioned } = queue;
  const statements = statementsOf(queue);
  const name = (verb: string) => nameOf(queue, verb);
  const lease = leaserOf<Item>(queue, statements.lease);
  const keyOf = (item: object) =>
    Object.keys(key).map((property) => (item as Record<string, unknown>)[property]);

  const mineOf = (item: Item & Leased) => [item.leasedUntil, ...keyOf(item)];
  const versionOf = (item: Item & Leased) =>
    isVersioned ? [(item as Record<string, unknown>).version] : [];

  /**
   * Leases the row of an attempt for the full time again, also in the item, unless its lease has ended: another process has leased it
   * since, or the row was settled, or queued anew. Returns whether it is leased: then nobody else makes an attempt meanwhile.
   */
  async function renew(item: Item & Leased): Promise<boolean> {
    const untilMs = aheadMs() + leaseMs;
    const values = [...mineOf(item), untilMs, ...versionOf(item)];
    const [renewed] = await query<{ leasedUntil: Date }>(name("renew"), statements.renew, values);
    if (renewed) item.leasedUntil = renewed.leasedUntil;
    return renewed !== undefined;
  }

  /**
   * Ends a lease with the outcome of its attempt. A row that was queued anew meanwhile stays due as it is. Repeated after a lost
   * connection, which changes nothing more: otherwise a message that was sent would be sent again after its lease.
   *
   * @returns false if the lease had ended or the row was queued anew, so that the outcome does not count
   */
  async function settle(
    item: Item & Leased,
    { dueAt, outcome, isReset = false, whileHeld }: Settled<Outcome>,
  ): Promise<boolean> {
    const isHeld = whileHeld === undefined || (await renew(item));
    if (isHeld) await whileHeld?.();
    const mine = mineOf(item);
    // For each attempt anew: the wait for the database must not move the instants.
    const values = () => {
      const set = Object.keys(outcomes).map((property) => {
        const value = (outcome as Record<string, unknown>)[property] ?? null;
        return value instanceof Date ? msUntil(value) : value;
      });
      return [...mine, dueAt && msUntil(dueAt), isReset, ...set, ...versionOf(item)];
    };
    let wasRepeated = false;
    const store = (isRepeated: boolean) => {
      wasRepeated = isRepeated;
      return query(name("settle"), statements.settle, values());
    };
    const settled = isHeld ? await outlastLoss(store) : [];
    if (isVersioned && settled.length === 0)
      await outlastLoss(() => query(name("release"), statements.release, mine));
    // The statement whose connection was lost may have ended the lease.
    return settled.length > 0 || wasRepeated;
  }

  return { leaseMs, lease, renew, settle, work: workerOf(lease) };
}
