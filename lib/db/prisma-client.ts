import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { PrismaClient } from "@/prisma/generated/client";
import { CheckedPool } from "./checked-pool";
import { toDatabaseError } from "./database-error";
import { wasNotSent } from "./is-away";
import type { Outage } from "./outage";
import { READ_ONLY } from "./read-only-wait";
import type { SuspectConnections } from "./suspect-connections";

/** Statements of other requests on the same connections may delay the start of a transaction by this much. */
const MAX_WAIT_MS = 15_000;
/** Longer than the longest wait for a lock and the longest statement: PostgreSQL ends both before. */
const TRANSACTION_TIMEOUT_MS = 30_000;

/**
 * Makes the pool of a Prisma Client. A connection that refused a write because it is read-only is closed when it comes back, as
 * `query` does: the next write would get it again, also when others take writes.
 */
function makePool(config: pg.PoolConfig, suspects: SuspectConnections): pg.Pool {
  // Pipelined connections are closed when a statement gets no response in time: its response may still arrive.
  const pool = new CheckedPool({ ...config, pipeline: true }, suspects);
  const readOnly = new WeakSet<pg.PoolClient>();
  // An idle connection that the database closes is replaced at the next use.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.connection.on("errorMessage", ({ code }: { code?: string }) => {
      if (code === READ_ONLY) readOnly.add(client);
    });
  });
  pool.on("release", (_, client) => {
    // The pool keeps no connection that is ending.
    if (readOnly.has(client)) client.end().catch(() => {});
  });
  return pool;
}

/**
 * Makes a Prisma Client. Its errors are those of `toDatabaseError`, so callers read the same SQLSTATE as from prepared
 * SQL. Loading this module takes about 200 ms of CPU, so `lib/db` imports it at the first use.
 */
export function makePrismaClient(
  config: pg.PoolConfig,
  { outage, suspects }: { outage: Outage; suspects: SuspectConnections },
) {
  const client = new PrismaClient({
    adapter: new PrismaPg(makePool(config, suspects), { disposeExternalPool: true }),
    transactionOptions: { maxWait: MAX_WAIT_MS, timeout: TRANSACTION_TIMEOUT_MS },
  });
  return client.$extends({
    query: {
      $allOperations: ({ args, query }) =>
        outage.outlast(async () => {
          const sentAtMs = performance.now();
          try {
            return await query(args);
          } catch (error) {
            suspects.note(error, sentAtMs);
            throw toDatabaseError(error);
          }
        }, wasNotSent),
    },
  });
}

export type Prisma = ReturnType<typeof makePrismaClient>;

/** The Prisma Client of a transaction. */
export type PrismaTransaction = Parameters<Parameters<Prisma["$transaction"]>[0]>[0];
