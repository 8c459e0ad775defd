import type pg from "pg";
import { EMPTIED } from "@/lib/users/delete-user";

/** The functions that erase the data of a deleted user: docs/erasure.md */
const ERASING = ["mask_user", "erase_user_batch", "erase_audit_values"];

/** Splits at the commas that are in no parentheses, up to the first keyword after the list. */
function listOf(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const [token] of text.matchAll(/\w+|\W/g)) {
    if (token === "(") depth += 1;
    if (token === ")") depth -= 1;
    if (depth < 0 || (depth === 0 && /^(?:WHERE|FROM|RETURNING|;)$/i.test(token))) break;
    if (depth === 0 && token === ",") parts.push("");
    else parts.push(parts.pop() + token);
  }
  return parts;
}

/** The columns that the text of a function sets, as `table.column`. */
export function columnsSet(source: string): string[] {
  return [...source.matchAll(/\bUPDATE\s+(\w+)(?:\s+(?!SET\b)\w+)?\s+SET\s/gi)].flatMap((found) =>
    listOf(source.slice(found.index + found[0].length)).flatMap((assignment) => {
      const column = /^\s*(\w+)\s*=/.exec(assignment)?.[1];
      return column === undefined ? [] : [`${found[1]}.${column}`];
    }),
  );
}

/** The tables from which the text of a function deletes rows. */
export const tablesDeletedFrom = (source: string): string[] =>
  [...source.matchAll(/\bDELETE\s+FROM\s+(\w+)/gi)].flatMap(([, table]) => table ?? []);

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Every column, as `public.table.column`, whose value is gone after the erasure of a user. */
export async function erasedColumns(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ prosrc: string }>(
    "SELECT prosrc FROM pg_proc WHERE proname = ANY ($1) AND pronamespace = 'public'::regnamespace",
    [ERASING],
  );
  if (rows.length !== ERASING.length) throw new Error("a function of the erasure is missing");
  const sources = rows.map(({ prosrc }) => prosrc.replace(/--.*$/gm, ""));
  const deleted = await client.query<{ name: string }>(
    `SELECT format('%s.%s', table_name, column_name) AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = ANY ($1)`,
    [sources.flatMap(tablesDeletedFrom)],
  );
  const columns = [
    ...sources.flatMap(columnsSet),
    ...deleted.rows.map(({ name }) => name),
    ...Object.keys(EMPTIED).map((field) => `users.${snakeCase(field)}`),
  ];
  return [...new Set(columns)].map((column) => `public.${column}`).sort();
}
