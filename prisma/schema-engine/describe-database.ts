import type pg from "pg";

const OURS = "n.nspname IN ('ledger', 'public')";
const USER_TABLE = `c.relkind IN ('r', 'p', 'v', 'm') AND ${OURS} AND c.relname <> '_prisma_migrations'`;

/** Each query returns rows of an object's name and its definition. */
const QUERIES: readonly string[] = [
  `SELECT format('table %I.%I', n.nspname, c.relname),
     format('%s options %s persistence %s row security %s owner %s', c.relkind, c.reloptions, c.relpersistence,
       c.relrowsecurity, c.relowner::regrole)
   FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${USER_TABLE}`,
  // The position among the existing columns is included: some statements insert rows without column names.
  `SELECT format('column %I.%I.%I', n.nspname, c.relname, a.attname),
     format('position %s %s collation %s not null %s default %s generated %s storage %s',
       row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum), format_type(a.atttypid, a.atttypmod),
       (SELECT collname FROM pg_collation WHERE oid = a.attcollation), a.attnotnull, pg_get_expr(d.adbin, d.adrelid),
       a.attgenerated, a.attstorage)
   FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
   WHERE ${USER_TABLE} AND a.attnum > 0 AND NOT a.attisdropped`,
  `SELECT format('constraint %I.%I %I', n.nspname, c.relname, k.conname),
     format('%s %s validated %s', k.contype, pg_get_constraintdef(k.oid), k.convalidated)
   FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE ${USER_TABLE}`,
  `SELECT format('index %I.%I', n.nspname, i.relname),
     format('%s options %s valid %s', pg_get_indexdef(x.indexrelid), i.reloptions, x.indisvalid)
   FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
     JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${USER_TABLE}`,
  `SELECT format('function %s', p.oid::regprocedure), format('%s owner %s', pg_get_functiondef(p.oid), p.proowner::regrole)
   FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE ${OURS}`,
  `SELECT format('trigger %I.%I %I', n.nspname, c.relname, t.tgname), format('%s enabled %s', pg_get_triggerdef(t.oid), t.tgenabled)
   FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE ${USER_TABLE} AND NOT t.tgisinternal`,
  `SELECT format('view %I.%I', n.nspname, c.relname), pg_get_viewdef(c.oid)
   FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OURS} AND c.relkind IN ('v', 'm')`,
  `SELECT format('type %I.%I', n.nspname, t.typname), format('%s %s', t.typtype,
     (SELECT string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' ORDER BY a.attnum)
      FROM pg_attribute a WHERE a.attrelid = t.typrelid AND a.attnum > 0))
   FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace LEFT JOIN pg_class c ON c.oid = t.typrelid
   WHERE ${OURS} AND t.typtype IN ('c', 'd', 'e', 'r') AND coalesce(c.relkind, 'c') = 'c'`,
  `SELECT format('sequence %I.%I', s.schemaname, s.sequencename),
     format('%s start %s min %s max %s by %s cycle %s cache %s last %s', data_type, start_value, min_value, max_value,
       increment_by, cycle, cache_size, last_value)
   FROM pg_sequences s WHERE s.schemaname IN ('ledger', 'public')`,
  `SELECT format('rights on %s', object), coalesce((SELECT string_agg(format('%s to %s by %s', privilege_type,
       CASE grantee WHEN 0 THEN 'public' ELSE grantee::regrole::text END, grantor::regrole), ', '
       ORDER BY privilege_type, grantee::regrole::text) FROM aclexplode(acl)), 'none')
   FROM (
     SELECT format('schema %I', nspname) AS object, nspacl AS acl FROM pg_namespace n WHERE ${OURS}
     UNION ALL SELECT format('relation %I.%I', n.nspname, c.relname), coalesce(c.relacl, acldefault(
         CASE c.relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", c.relowner))
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE ${OURS} AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
     UNION ALL SELECT format('column %I.%I.%I', n.nspname, c.relname, a.attname), a.attacl
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE ${OURS} AND a.attacl IS NOT NULL
     UNION ALL SELECT format('function %s', p.oid::regprocedure), coalesce(p.proacl, acldefault('f', p.proowner))
       FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE ${OURS}) objects`,
  `SELECT format('comment on %s', pg_describe_object(d.classoid, d.objoid, d.objsubid)), d.description FROM pg_description d
   WHERE d.objoid >= 16384`,
  `SELECT format('extension %s', extname), extversion FROM pg_extension`,
  `SELECT format('statistics %s', stxname), pg_get_statisticsobjdef(oid) FROM pg_statistic_ext`,
  `SELECT format('event trigger %s', evtname), format('%s %s', evtevent, evtfoid::regproc) FROM pg_event_trigger`,
  `SELECT format('policy %s on %s', policyname, tablename), format('%s %s %s', cmd, qual, with_check) FROM pg_policies`,
];

/** Columns with the time of the migration, which differ between two databases. */
const TIME_OF_MIGRATION = "created_at";

async function describeRows(client: pg.ClientBase): Promise<[string, string][]> {
  const tables = await client.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE ${USER_TABLE} AND c.relkind = 'r' ORDER BY 1`,
  );
  const described: [string, string][] = [];
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ line: string }>(
      `SELECT (to_jsonb(t) - '${TIME_OF_MIGRATION}')::text AS line FROM ${name} t ORDER BY 1`,
    );
    described.push([`rows of ${name}`, rows.map(({ line }) => line).join("\n")]);
  }
  return described;
}

/**
 * Returns the definition of every object that migrations create, by name: tables, columns, constraints, indexes,
 * functions, triggers, types, sequences, rights, comments, and the rows of each table without their creation time. The
 * definitions are read from the catalogs, so they do not depend on the history of the database. Intended for unused
 * databases.
 */
export async function describeDatabase(client: pg.ClientBase): Promise<Map<string, string>> {
  // PostgreSQL then prints fully qualified names, whatever the login's search path is.
  await client.query("SET search_path = pg_catalog");
  const described = new Map<string, string>();
  for (const text of QUERIES) {
    const { rows } = await client.query<string[]>({ text, rowMode: "array" } as never);
    for (const [name = "", definition] of rows as unknown as string[][])
      described.set(name, String(definition));
  }
  for (const [name, lines] of await describeRows(client)) described.set(name, lines);
  return described;
}

/** Returns the objects that differ or that only one of two databases has, each with both definitions. */
export function differences(
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): { name: string; one: string | undefined; other: string | undefined }[] {
  const names = [...new Set([...one.keys(), ...other.keys()])].sort();
  return names
    .filter((name) => one.get(name) !== other.get(name))
    .map((name) => ({ name, one: one.get(name), other: other.get(name) }));
}
