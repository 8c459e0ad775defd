import type pg from "pg";

/** Returns the columns of a database, one line each: `public.cards.status text(…) not null default …`. */
export async function tableColumns(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `SELECT concat_ws(' ', format('%s.%s.%s', table_schema, table_name, column_name), udt_name,
       format('(%s)', concat_ws(', ', character_maximum_length, numeric_precision, numeric_scale, datetime_precision)),
       CASE is_nullable WHEN 'YES' THEN 'null' ELSE 'not null' END, 'default ' || column_default) AS line
     FROM information_schema.columns WHERE table_schema IN ('public', 'ledger') ORDER BY 1`,
  );
  return rows.map(({ line }) => line);
}

/** Returns the indexes of a database, including primary keys, as the statements that create them. */
export async function tableIndexes(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ indexdef: string }>(
    "SELECT indexdef FROM pg_indexes WHERE schemaname IN ('public', 'ledger') ORDER BY 1",
  );
  return rows.map(({ indexdef }) => indexdef);
}

/** Returns the foreign keys of a database: `public.cards (user_id, partner_id) to public.users`. */
export async function tableReferences(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `SELECT format('%s (%s) to %s', n.nspname || '.' || t.relname, string_agg(a.attname, ', ' ORDER BY k.place),
       m.nspname || '.' || r.relname) AS line
     FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_namespace n ON n.oid = t.relnamespace
       JOIN pg_class r ON r.oid = c.confrelid JOIN pg_namespace m ON m.oid = r.relnamespace
       CROSS JOIN LATERAL unnest(c.conkey) WITH ORDINALITY k (number, place)
       JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.number
     WHERE c.contype = 'f' GROUP BY c.oid, n.nspname, t.relname, m.nspname, r.relname ORDER BY 1`,
  );
  return rows.map(({ line }) => line);
}

/** Returns the lines that only one of the lists has. */
export function difference(expected: readonly string[], actual: readonly string[]): string[] {
  return [
    ...expected.filter((line) => !actual.includes(line)).map((line) => `missing: ${line}`),
    ...actual.filter((line) => !expected.includes(line)).map((line) => `unknown: ${line}`),
  ];
}
