import pg from "pg";
import type { CurrentSql, FunctionFile, TableFile } from "./read-current-sql.ts";

/** The differences of a database's functions and rule tables from the files of prisma/sql. */
export interface SqlDifferences {
  /** Functions that are missing or different in the database, in an order in which they can be created. */
  functions: (FunctionFile & { mustBeDropped: boolean })[];
  /** Signatures of functions that have no file, or whose file has other arguments. */
  withoutFile: string[];
  tables: (Pick<TableFile, "name" | "columns"> & { added: string[][]; removed: string[][] })[];
}

interface Definition {
  name: string;
  text: string;
}

const nameOf = (signature: string) => signature.split("(", 1)[0];

/** Returns definitions by signature, as PostgreSQL prints them, so that formatting makes no difference. */
async function definitions(client: pg.ClientBase): Promise<Map<string, Definition>> {
  const { rows } = await client.query<Definition & { signature: string }>(
    `SELECT format('%I.%I(%s)', nspname, proname, pg_get_function_identity_arguments(p.oid)) AS signature,
       format('%s.%s', nspname, proname) AS name, pg_get_functiondef(p.oid) AS text
     FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE nspname IN ('ledger', 'public') ORDER BY 1`,
  );
  return new Map(rows.map(({ signature, name, text }) => [signature, { name, text }]));
}

const CHANGED_RETURN_TYPE = "42P13";

/**
 * Creates or replaces a function. Returns false if its argument names or result type changed, which forbids a
 * replacement.
 */
async function create(client: pg.ClientBase, text: string): Promise<boolean> {
  await client.query("SAVEPOINT attempt");
  try {
    await client.query(text);
    return true;
  } catch (error) {
    await client.query("ROLLBACK TO SAVEPOINT attempt");
    if (error instanceof pg.DatabaseError && error.code === CHANGED_RETURN_TYPE) return false;
    throw error;
  }
}

/** Creates all functions, each after those that it needs. Returns them in that order. */
async function createAll(client: pg.ClientBase, files: readonly FunctionFile[]) {
  const created: (FunctionFile & { mustBeDropped: boolean })[] = [];
  let left = [...files];
  while (left.length > 0) {
    const failed: [FunctionFile, unknown][] = [];
    for (const file of left) {
      try {
        created.push({ ...file, mustBeDropped: !(await create(client, file.text)) });
      } catch (error) {
        failed.push([file, error]);
      }
    }
    const [first] = failed;
    if (first !== undefined && failed.length === left.length)
      throw new Error(`prisma/sql/${first[0].name}.sql: ${first[1]}`, { cause: first[1] });
    left = failed.map(([file]) => file);
  }
  return created;
}

async function functionDifferences(client: pg.ClientBase, files: readonly FunctionFile[]) {
  const names = new Set(files.map(({ name }) => name));
  await client.query("BEGIN");
  try {
    const before = await definitions(client);
    const created = await createAll(client, files);
    const after = await definitions(client);
    const isNew = ([key, { text }]: [string, Definition]) => before.get(key)?.text !== text;
    const changed = new Set([...after].filter(isNew).map(([, { name }]) => name));
    const moved = new Set([...after.keys()].filter((key) => !before.has(key)).map(nameOf));
    const isLeftOver = ([key, { name }]: [string, Definition]) =>
      !names.has(name) || moved.has(nameOf(key));
    return {
      functions: created.filter(({ name, mustBeDropped }) => mustBeDropped || changed.has(name)),
      withoutFile: [...before].filter(isLeftOver).map(([key]) => key),
    };
  } finally {
    await client.query("ROLLBACK");
  }
}

async function tableDifferences(client: pg.ClientBase, { name, columns, rows }: TableFile) {
  const listed = columns.map((column) => `${pg.escapeIdentifier(column)}::text`).join(", ");
  const found = await client.query<string[]>({
    text: `SELECT ${listed} FROM ${name}`,
    rowMode: "array",
  });
  const stored = found.rows as string[][];
  const has = (table: readonly string[][], row: string[]) =>
    table.some((each) => each.join() === row.join());
  return {
    ...{ name, columns },
    added: rows.filter((row) => !has(stored, row)),
    removed: stored.filter((row) => !has(rows, row)),
  };
}

/**
 * Compares a migrated database with the files of prisma/sql. Changes nothing: the files run in a transaction that is
 * rolled back. `client` must be logged in as the owner.
 * @throws if a file is not valid SQL.
 */
export async function sqlDifferences(
  client: pg.ClientBase,
  { functions, tables }: CurrentSql,
): Promise<SqlDifferences> {
  const compared = [];
  for (const table of tables) compared.push(await tableDifferences(client, table));
  return {
    ...(await functionDifferences(client, functions)),
    tables: compared.filter(({ added, removed }) => added.length + removed.length > 0),
  };
}
