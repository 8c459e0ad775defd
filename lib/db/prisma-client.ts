import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { PrismaClient } from "@/prisma/generated/client";
import { toDatabaseError } from "./database-error";
import { wasNotSent } from "./is-away";
import type { Outage } from "./outage";

/** Statements of other requests on the same connections may delay the start of a transaction by this much. */
const MAX_WAIT_MS = 15_000;
/** Longer than the longest wait for a lock and the longest statement: PostgreSQL ends both before. */
const TRANSACTION_TIMEOUT_MS = 30_000;

/**
 * Makes a Prisma Client. Its errors are those of `toDatabaseError`, so callers read the same SQLSTATE as from prepared
 * SQL. Loading this module takes about 200 ms of CPU, so `lib/db` imports it at the first use.
 */
export function makePrismaClient(config: pg.PoolConfig, outage: Outage) {
  const client = new PrismaClient({
    // Pipelined connections are closed when a statement gets no response in time: its response may still arrive.
    adapter: new PrismaPg({ ...config, pipeline: true }, { onPoolError: () => undefined }),
    transactionOptions: { maxWait: MAX_WAIT_MS, timeout: TRANSACTION_TIMEOUT_MS },
  });
  return client.$extends({
    query: {
      $allOperations: ({ args, query }) =>
        outage.outlast(async () => {
          try {
            return await query(args);
          } catch (error) {
            throw toDatabaseError(error);
          }
        }, wasNotSent),
    },
  });
}

export type Prisma = ReturnType<typeof makePrismaClient>;

/** The Prisma Client of a transaction. */
export type PrismaTransaction = Parameters<Parameters<Prisma["$transaction"]>[0]>[0];
