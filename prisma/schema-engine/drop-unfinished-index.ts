import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const BUILDS_INDEX = /\bCREATE (?:UNIQUE )?INDEX CONCURRENTLY (?<name>\S+) ON (?<table>[^\s(]+)/i;

/** Whether a script builds an index outside of a transaction. Such a script has no other statement. */
export const buildsIndex = (script: string): boolean => BUILDS_INDEX.test(script);

/** The sessions that build an index of a table, or wait for the lock of that. Autovacuum has the same lock and gives way. */
const BUILDERS = `SELECT FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.relation = to_regclass($1) AND l.mode = 'ShareUpdateExclusiveLock' AND a.pid <> pg_backend_pid()
    AND a.backend_type = 'client backend'`;
const PAUSE_MS = 500;

/**
 * Removes the index of such a script that was interrupted, so that the script can run again. PostgreSQL leaves an index behind
 * that is not valid, or goes on for a process that was killed: then this waits until it has ended. It asks again and again,
 * because a statement that waited for the lock would keep a snapshot, for whose end the build waits.
 */
export async function dropUnfinishedIndex(databaseUrl: string, script: string): Promise<void> {
  const { name, table } = BUILDS_INDEX.exec(script)?.groups ?? {};
  if (name === undefined || table === undefined) return;
  const [schema] = table.split(".").slice(0, -1);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    while ((await client.query(BUILDERS, [table])).rowCount !== 0) await sleep(PAUSE_MS);
    const index = schema === undefined ? name : `${schema}.${name}`;
    await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
  } finally {
    await client.end();
  }
}
