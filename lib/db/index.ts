// SQL: runs prepared statements and their transactions.

import type pg from "pg";
import { type AuditContext, currentAuditContext, newAuditEntry } from "@/lib/kernel/audit-context";
import { publishChange } from "@/lib/kernel/changes";
import { currentCallerId } from "@/lib/kernel/request-context";
import { callerCheck } from "./caller-check";
import { database, readyConnections } from "./connections";
import { isAway, wasNotSent } from "./is-away";
import { isRefusal } from "./is-refusal";
import { isRepeatable } from "./losses";
import { orRevoked } from "./revoked";
import { noteFailure, noteWrite } from "./write-health";

export { disconnect, listenerClient, prisma } from "./connections";

/**
 * Opens the connections that the first requests need. A process that has them also serves while no new login is accepted, as between
 * a change of the password and its own restart.
 */
export async function openConnections(): Promise<void> {
  await Promise.all([
    ...database().pipelines.map((pipeline) => pipeline.query({ name: "open", text: "SELECT" })),
    ...Array.from({ length: readyConnections() }, () => query("open", "SELECT", [])),
  ]);
}

/**
 * Runs one prepared statement; `name` is its name in PostgreSQL, one per text. Rows keep the statement's column names.
 *
 * `query` of pg.Pool would close the connection after every error. A new one costs more than the statement, and concurrent decisions
 * about one row are refused often: each but the first reads and decides again.
 */
export async function query<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const { outage, pool, readOnlyWait, suspects } = database();
  let isConnected = false;
  const send = async () => {
    isConnected = false;
    const client = await pool.connect();
    isConnected = true;
    let isKept = true;
    const sentAtMs = performance.now();
    try {
      return (await client.query<Row>({ name, text, values })).rows;
    } catch (error) {
      noteFailure(error);
      suspects.note(error, sentAtMs);
      isKept = isRefusal(error);
      throw error;
    } finally {
      client.release(!isKept);
    }
  };
  // A statement that was sent may have been executed.
  const isHarmless = (error: unknown) => (isConnected ? wasNotSent(error) : isAway(error));
  return readOnlyWait.outlast(() => outage.outlast(send, isHarmless));
}

/**
 * Like `query`, for a check of the connection itself. If `isFit` returns false, the connection is closed and not
 * reused, because its startup settings last as long as the connection.
 */
export async function inspect<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  isFit: (rows: Row[]) => boolean,
): Promise<Row[]> {
  const { pool, suspects } = database();
  const client = await pool.connect();
  let isKept = false;
  const sentAtMs = performance.now();
  try {
    const { rows } = await client.query<Row>({ name, text });
    isKept = isFit(rows);
    return rows;
  } catch (error) {
    suspects.note(error, sentAtMs);
    throw error;
  } finally {
    client.release(!isKept);
  }
}

/**
 * Like `query`, for a statement that finds a few rows by key, changes nothing and takes no lock. Many such statements
 * share a connection at a third of the cost, but each waits for the ones before it.
 */
export function lookUp<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const { pipelines, outage } = database();
  const send = () => {
    const pipeline = pipelines.reduce((first, second) =>
      second.underWay < first.underWay ? second : first,
    );
    return pipeline.query<Row>({ name, text, values });
  };
  // It changes nothing, so it is sent again also if it may have been executed.
  let losses = 0;
  const isHarmless = (error: unknown) => {
    if (wasNotSent(error)) return true;
    losses += 1;
    return isRepeatable(error, losses);
  };
  return outage.outlast(send, isHarmless);
}

/** Resolves when the database takes statements. Waits for one that is away, as every lookup does. */
export async function untilBack(): Promise<void> {
  await lookUp("is_back", "SELECT", []);
}

/**
 * A function that runs one prepared statement: `query`, `lookUp`, or the one that a transaction passes to its steps.
 */
export type RunQuery = typeof query;

/** If a process hangs between two statements, this timeout ends its transaction and releases the locks. */
export const IDLE_TIMEOUT = "3s";
const BEGIN = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = '${IDLE_TIMEOUT}'`;

/** A connection with a new transaction. The caller ends the transaction and releases the connection. */
function begin(): Promise<pg.PoolClient> {
  const { outage, pool, suspects } = database();
  return outage.outlast(async () => {
    const client = await pool.connect();
    const sentAtMs = performance.now();
    try {
      await client.query(BEGIN);
      return client;
    } catch (error) {
      suspects.note(error, sentAtMs);
      client.release(true);
      throw error;
    }
  }, isAway);
}

/**
 * Runs steps in one transaction, on a connection of its own; rolls back if they throw. Steps must run statements only
 * with `runQuery` and await nothing else, because other requests may wait for their locks and for the connection. They run
 * again if the database took no writes.
 */
export function inTransaction<T>(steps: (runQuery: RunQuery) => Promise<T>): Promise<T> {
  return database().readOnlyWait.outlast(() => transact(steps));
}

async function transact<T>(steps: (runQuery: RunQuery) => Promise<T>): Promise<T> {
  const { suspects } = database();
  const client = await begin();
  let failure: Error | undefined;
  const send = async <Row extends pg.QueryResultRow>(statement: string | pg.QueryConfig) => {
    const sentAtMs = performance.now();
    try {
      return (await client.query<Row>(statement)).rows;
    } catch (error) {
      suspects.note(error, sentAtMs);
      failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  };
  try {
    const result = await steps((name, text, values) => send({ name, text, values }));
    await send("COMMIT");
    noteWrite();
    return result;
  } catch (error) {
    noteFailure(error);
    if (failure === undefined || isRefusal(failure)) {
      await send("ROLLBACK").then(
        () => (failure = undefined),
        () => {}, // `failure` is its error now, and closes the connection, which ends the transaction too.
      );
    }
    throw error;
  } finally {
    client.release(failure);
  }
}

async function insertAuditEntry(runQuery: RunQuery, context: AuditContext): Promise<void> {
  const { id, personId, partnerId, action, targetId, before, after, ...rest } =
    newAuditEntry(context);
  const { ipAddress, requestId, createdAt } = rest;
  await runQuery(
    "insert_audit_entry",
    `INSERT INTO audit_entries
      (id, person_id, partner_id, action, target_id, before, after, ip_address, request_id, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [id, personId, partnerId, action, targetId, before, after, ipAddress, requestId, createdAt],
  );
}

/** Notifies pages of a change by a person, or by a server of a partner with its API key, which has no audit entry. */
export function publishSettings(written: AuditContext | undefined): void {
  const partnerId = written ? written.partnerId : currentCallerId();
  if (partnerId !== undefined) publishChange(partnerId, ["settings"]);
}

/**
 * Runs one SQL statement that changes rows outside of `commit`; for what Prisma Client can express use `writeAudited`.
 * For a request of a person the audit entry is written in the same transaction, unless `isDone` returns false for the
 * rows, which means that nothing changed.
 * @throws ServiceError PARTNER_SUSPENDED, UNAUTHORIZED, SESSION_REQUIRED or ROLE_NOT_ALLOWED if, since the request was
 * authorized, the calling partner was suspended, the API key revoked, the session ended or the role changed.
 */
export async function change<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
  isDone: (rows: Row[]) => boolean = () => true,
): Promise<Row[]> {
  const context = currentAuditContext();
  const check = callerCheck();
  if (!context && check === undefined) return query<Row>(name, text, values);
  try {
    const { rows, isChanged, written } = await inTransaction(async (runQuery) => {
      if (check !== undefined)
        await runQuery("commit_change_set", "SELECT commit_change_set($1) AS claimed", [check]);
      const rows = await runQuery<Row>(name, text, values);
      const isChanged = isDone(rows);
      const written = isChanged ? context : undefined;
      if (written) await insertAuditEntry(runQuery, written);
      return { rows, isChanged, written };
    });
    if (written) written.isWritten = true;
    if (isChanged) publishSettings(written);
    return rows;
  } catch (error) {
    throw orRevoked(error);
  }
}
