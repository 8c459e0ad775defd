// SQL: asks after an outage whether the database is back, and whether it takes writes.

import pg from "pg";
import { env } from "@/lib/kernel/env";
import { perProcess } from "@/lib/kernel/per-process";
import { CheckedPool } from "./checked-pool";
import { connectionOptions, KEEP_ALIVE } from "./connection-settings";
import { Outage } from "./outage";
import { PipelinedConnection } from "./pipelined-connection";
import type { Prisma } from "./prisma-client";
import { ReadOnlyWait } from "./read-only-wait";
import { SuspectConnections } from "./suspect-connections";

const INT8_OID = 20;
const CONNECT_TIMEOUT_MS = 5_000;
/** The connection that asks whether the database is back, and its statement, may each take this long. */
const PROBE_TIMEOUT_MS = 1_000;
/** A switchover leads connections to the new primary within two to three seconds. */
const READ_ONLY_WAIT_MS = 3_000;
/**
 * The first commit of a connection compiles and plans the functions of the ledger, which takes many times as long as the commit. After
 * the ten seconds that pg.Pool waits by default, most requests of a service with few would be such a first one.
 */
const IDLE_CONNECTION_MS = 10 * 60_000;
/** Connections of the pool that are open before the first request, and stay open. A commit of a group needs one. */
const READY_CONNECTIONS = 4;
/** Two connections, so that one slow statement does not delay every lookup. */
const PIPELINES = 2;
/** People's settings, lists and changes. A few connections of their own, so that they do not delay money paths. */
const PRISMA_CONNECTIONS = 4;

interface Database {
  outage: Outage;
  readOnlyWait: ReadOnlyWait;
  suspects: SuspectConnections;
  pool: pg.Pool;
  pipelines: PipelinedConnection[];
  /** Undefined until its first use. */
  prisma?: Promise<Prisma>;
}

const shared = perProcess("database", (): { open?: Database } => ({}));

/** The number of connections of the pool that are open before the first request. */
export const readyConnections = () => Math.min(READY_CONNECTIONS, env().DATABASE_POOL_SIZE);

function poolConfig(): pg.PoolConfig {
  return {
    connectionString: env().DATABASE_URL,
    max: env().DATABASE_POOL_SIZE,
    min: readyConnections(),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    // A connection without a response is closed instead of returned to the pool, because its response may still arrive.
    query_timeout: env().DATABASE_ANSWER_TIMEOUT_MS,
    ...KEEP_ALIVE,
    options: connectionOptions(),
    types: {
      getTypeParser: ((oid: number, format?: "text") =>
        oid === INT8_OID
          ? BigInt
          : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  };
}

/** Sends a statement on a connection of its own, as those of the pool may all be in use. Throws while the database is away. */
async function ask<Row extends pg.QueryResultRow>(text: string): Promise<Row | undefined> {
  const limits = { connectionTimeoutMillis: PROBE_TIMEOUT_MS, query_timeout: PROBE_TIMEOUT_MS };
  const client = new pg.Client({ ...poolConfig(), ...limits });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows[0];
  } finally {
    // Without a wait: a server that is gone does not end its side.
    client.end().catch(() => {});
  }
}

async function takesWrites(): Promise<boolean> {
  const row = await ask<{ isReadOnly: boolean }>(
    `SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly"`,
  );
  return row?.isReadOnly === false;
}

function connect(): Database {
  const suspects = new SuspectConnections();
  const pool = new CheckedPool(poolConfig(), suspects);
  // An idle connection that the database closes is replaced at the next use; an unhandled error would end the process.
  pool.on("error", () => {});
  // The same for a connection that breaks during a transaction: its statements fail and report the error.
  pool.on("connect", (client) => client.on("error", () => {}));
  return {
    outage: new Outage({
      waitMs: env().DATABASE_OUTAGE_WAIT_MS,
      probe: () => ask("SELECT"),
    }),
    readOnlyWait: new ReadOnlyWait({
      waitMs: Math.min(READ_ONLY_WAIT_MS, env().DATABASE_OUTAGE_WAIT_MS),
      takesWrites,
    }),
    suspects,
    pool,
    pipelines: Array.from(
      { length: PIPELINES },
      () => new PipelinedConnection(poolConfig(), suspects),
    ),
  };
}

/** The connections of this process. */
export function database(): Database {
  shared.open ??= connect();
  return shared.open;
}

async function openPrisma({ outage, suspects }: Database): Promise<Prisma> {
  const { makePrismaClient } = await import("./prisma-client");
  // Prisma parses values itself.
  const { types: _, ...config } = poolConfig();
  const limits = { max: PRISMA_CONNECTIONS, min: 0 };
  return makePrismaClient({ ...config, ...limits }, { outage, suspects });
}

/**
 * Prisma Client: the default way to the database. Source: docs/decisions/0059-prisma-by-default.md
 */
export function prisma(): Promise<Prisma> {
  const open = database();
  open.prisma ??= openPrisma(open);
  return open.prisma;
}

/** A separate connection outside the pool, for LISTEN. The caller connects and ends it. */
export function listenerClient(options: pg.ClientConfig = {}): pg.Client {
  return new pg.Client({
    connectionString: env().DATABASE_DIRECT_URL ?? env().DATABASE_URL,
    ...KEEP_ALIVE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...options,
  });
}

/** Closes all connections. */
export async function disconnect(): Promise<void> {
  const { open } = shared;
  delete shared.open;
  open?.outage.close();
  open?.readOnlyWait.close();
  const pipelines = open?.pipelines.map((pipeline) => pipeline.close()) ?? [];
  const client = await open?.prisma;
  await Promise.all([open?.pool.end(), ...pipelines, client?.$disconnect()]);
}
