// SQL: runs prepared statements and their transactions.

import pg from "pg";
import { type AuditContext, currentAuditContext, newAuditEntry } from "@/lib/kernel/audit-context";
import { publishChange } from "@/lib/kernel/changes";
import { env } from "@/lib/kernel/env";
import { perProcess } from "@/lib/kernel/per-process";
import { callerCheck } from "./caller-check";
import { connectionOptions } from "./connection-settings";
import { isRefusal } from "./is-refusal";
import { PipelinedConnection } from "./pipelined-connection";
import type { Prisma } from "./prisma-client";
import { orRevoked } from "./revoked";
import { noteFailure, noteWrite } from "./write-health";

const INT8_OID = 20;
const CONNECT_TIMEOUT_MS = 5_000;
/**
 * The first commit of a connection compiles and plans the functions of the ledger, which takes many times as long as the commit. After
 * the ten seconds that pg.Pool waits by default, most requests of a service with few would be such a first one.
 */
const IDLE_CONNECTION_MS = 10 * 60_000;
/** Connections of the pool that are open before the first request, and stay open. A commit of a group needs one. */
const READY_CONNECTIONS = 4;
/** Two connections, so that one slow statement does not delay every lookup. */
const LANES = 2;
/** People's settings, lists and changes. A few connections of their own, so that they do not delay money paths. */
const PRISMA_CONNECTIONS = 4;

interface Database {
  pool: pg.Pool;
  lanes: PipelinedConnection[];
  /** Undefined until its first use. */
  prisma?: Promise<Prisma>;
}

const shared = perProcess("database", (): { open?: Database } => ({}));

const readyConnections = () => Math.min(READY_CONNECTIONS, env().DATABASE_POOL_SIZE);

function poolConfig(): pg.PoolConfig {
  return {
    connectionString: env().DATABASE_URL,
    max: env().DATABASE_POOL_SIZE,
    min: readyConnections(),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    // A connection without a response is closed instead of returned to the pool, because its response may still arrive.
    query_timeout: env().DATABASE_ANSWER_TIMEOUT_MS,
    keepAlive: true,
    options: connectionOptions(),
    types: {
      getTypeParser: ((oid: number, format?: "text") =>
        oid === INT8_OID
          ? BigInt
          : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  };
}

function connect(): Database {
  const pool = new pg.Pool(poolConfig());
  // An idle connection that the database closes is replaced at the next use; an unhandled error would end the process.
  pool.on("error", () => {});
  // The same for a connection that breaks during a transaction: its statements fail and report the error.
  pool.on("connect", (client) => client.on("error", () => {}));
  return {
    pool,
    lanes: Array.from({ length: LANES }, () => new PipelinedConnection(poolConfig())),
  };
}

function database(): Database {
  shared.open ??= connect();
  return shared.open;
}

/**
 * Opens the connections that the first requests need. A process that has them also serves while no new login is accepted, as between
 * a change of the password and its own restart.
 */
export async function openConnections(): Promise<void> {
  await Promise.all([
    ...database().lanes.map((lane) => lane.query({ name: "open", text: "SELECT" })),
    ...Array.from({ length: readyConnections() }, () => query("open", "SELECT", [])),
  ]);
}

async function openPrisma(): Promise<Prisma> {
  const { makePrismaClient } = await import("./prisma-client");
  // Prisma parses values itself.
  const { types: _, ...config } = poolConfig();
  return makePrismaClient({ ...config, max: PRISMA_CONNECTIONS, min: 0 });
}

/**
 * Prisma Client: the default way to the database. Source: docs/decisions/0059-prisma-by-default.md
 */
export function prisma(): Promise<Prisma> {
  const open = database();
  open.prisma ??= openPrisma();
  return open.prisma;
}

/** A separate connection outside the pool, for LISTEN. The caller connects and ends it. */
export function listenerClient(options: pg.ClientConfig = {}): pg.Client {
  return new pg.Client({
    connectionString: env().DATABASE_DIRECT_URL ?? env().DATABASE_URL,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...options,
  });
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
  let client: pg.PoolClient | undefined;
  let isKept = true;
  try {
    client = await database().pool.connect();
    return (await client.query<Row>({ name, text, values })).rows;
  } catch (error) {
    noteFailure(error);
    isKept = isRefusal(error);
    throw error;
  } finally {
    client?.release(!isKept);
  }
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
  const client = await database().pool.connect();
  let isKept = false;
  try {
    const { rows } = await client.query<Row>({ name, text });
    isKept = isFit(rows);
    return rows;
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
  const lane = database().lanes.reduce((first, second) =>
    second.underWay < first.underWay ? second : first,
  );
  return lane.query<Row>({ name, text, values });
}

/**
 * A function that runs one prepared statement: `query`, `lookUp`, or the one that a transaction passes to its steps.
 */
export type RunQuery = typeof query;

/** If a process hangs between two statements, this timeout ends its transaction and releases the locks. */
export const IDLE_TIMEOUT = "3s";
const BEGIN = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = '${IDLE_TIMEOUT}'`;

/**
 * Runs steps in one transaction, on a connection of its own; rolls back if they throw. Steps must run statements only
 * with `runQuery` and await nothing else, because other requests may wait for their locks and for the connection.
 */
export async function inTransaction<T>(steps: (runQuery: RunQuery) => Promise<T>): Promise<T> {
  const client = await database().pool.connect();
  let failure: Error | undefined;
  const send = async <Row extends pg.QueryResultRow>(statement: string | pg.QueryConfig) => {
    try {
      return (await client.query<Row>(statement)).rows;
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  };
  try {
    await send(BEGIN);
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
    const { rows, written } = await inTransaction(async (runQuery) => {
      if (check !== undefined)
        await runQuery("commit_change_set", "SELECT commit_change_set($1) AS claimed", [check]);
      const rows = await runQuery<Row>(name, text, values);
      const written = isDone(rows) ? context : undefined;
      if (written) await insertAuditEntry(runQuery, written);
      return { rows, written };
    });
    if (written) {
      written.isWritten = true;
      publishChange(written.partnerId, ["settings"]);
    }
    return rows;
  } catch (error) {
    throw orRevoked(error);
  }
}

/** Closes all connections. */
export async function disconnect(): Promise<void> {
  const { open } = shared;
  delete shared.open;
  const lanes = open?.lanes.map((lane) => lane.close()) ?? [];
  const client = await open?.prisma;
  await Promise.all([open?.pool.end(), ...lanes, client?.$disconnect()]);
}
