import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { prismaFolder, readSchemaFiles } from "./read-files.ts";

/** Texts by `table public.cards`, `public.cards.status`, `cards.status` or `status`; the first that exists is used. */
export type Comments = ReadonlyMap<string, string>;

const FIELD = /^(\w+)\s+(?:String|Int|BigInt|DateTime|Boolean|Json|Bytes|Decimal|Float)\b/;

interface Model {
  /** The lines of the comment above it. */
  documentation: readonly string[];
  body: string[];
}

const isComment = (line: string) => line.startsWith("///");
const textOf = (lines: readonly string[]) =>
  lines
    .map((line) => line.slice("///".length).trim())
    .join(" ")
    .trim();

/** Divides a schema file into its models. */
function modelsIn(text: string): Model[] {
  const models: Model[] = [];
  let above: string[] = [];
  let open: Model | undefined;
  for (const line of text.split("\n")) {
    if (open) {
      if (line.startsWith("}")) open = undefined;
      else open.body.push(line.trim());
    } else if (line.startsWith("model ")) {
      open = { documentation: above, body: [] };
      models.push(open);
      above = [];
    } else above = isComment(line) ? [...above, line] : [];
  }
  return models;
}

/** Returns the documentation comments of one schema file, by table and by column of the database. */
function commentsOfSchema(text: string): [string, string][] {
  return modelsIn(text).flatMap(({ documentation, body }) => {
    const all = body.join("\n");
    const table = `${/@@schema\("(\w+)"\)/.exec(all)?.[1]}.${/@@map\("(\w+)"\)/.exec(all)?.[1]}`;
    const found: [string, string][] = [[`table ${table}`, textOf(documentation)]];
    let above: string[] = [];
    for (const line of body) {
      const [, field] = FIELD.exec(line) ?? [];
      const column = /@map\("(\w+)"\)/.exec(line)?.[1] ?? field;
      if (isComment(line)) above.push(line);
      else if (field !== undefined) found.push([`${table}.${column}`, textOf(above)]);
      if (!isComment(line)) above = [];
    }
    return found;
  });
}

/** Reads the comments of this version: those of prisma/schema, and of prisma/column-comments.txt. */
export async function readComments(): Promise<Comments> {
  const schema = await readSchemaFiles(prismaFolder);
  const others = await readFile(join(prismaFolder, "column-comments.txt"), "utf8");
  const lines = others.split("\n").flatMap((line): [string, string][] => {
    const [, name, text] = /^([a-z][\w. ]*): (.+)$/.exec(line) ?? [];
    return name === undefined || text === undefined ? [] : [[name, text]];
  });
  const ofSchema = schema.flatMap(([, text]) => commentsOfSchema(text));
  return new Map([...ofSchema.filter(([, text]) => text !== ""), ...lines]);
}

interface Uncommented {
  schema: string;
  table: string;
  /** Null for the table itself. */
  column: string | null;
}

/** Selects the tables and columns without a comment. */
const UNCOMMENTED = `
SELECT nspname AS schema, relname AS table, attname AS column
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  CROSS JOIN LATERAL (
    SELECT NULL AS attname, 0 AS attnum
    UNION ALL SELECT a.attname, a.attnum FROM pg_attribute a WHERE a.attrelid = c.oid AND attnum > 0 AND NOT attisdropped
  ) part
WHERE nspname IN ('ledger', 'public') AND relkind IN ('r', 'p', 'v', 'm')
  AND NOT EXISTS (SELECT FROM pg_description WHERE classoid = 'pg_class'::regclass AND objoid = c.oid AND objsubid = attnum)
ORDER BY nspname, relname, attnum`;

function textFor(comments: Comments, { schema, table, column }: Uncommented): string | undefined {
  if (column === null) return comments.get(`table ${schema}.${table}`);
  const names = [`${schema}.${table}.${column}`, `${table}.${column}`, column];
  return names.map((name) => comments.get(name)).find((text) => text !== undefined);
}

export interface MissingComments {
  /** Returns COMMENT statements for the tables and columns that have a text and no comment in the database. */
  statements: string[];
  /** Tables (`table public.cards`) and columns (`public.cards.status`) that have neither. */
  unexplained: string[];
}

/** Compares a migrated database with the comments of this version. */
export async function missingComments(
  client: pg.ClientBase,
  comments: Comments,
): Promise<MissingComments> {
  const { rows } = await client.query<Uncommented>(UNCOMMENTED);
  const missing: MissingComments = { statements: [], unexplained: [] };
  for (const row of rows) {
    const text = textFor(comments, row);
    const table = `${row.schema}.${row.table}`;
    const [kind, name] =
      row.column === null ? ["TABLE", table] : ["COLUMN", `${table}.${row.column}`];
    if (text === undefined) missing.unexplained.push(row.column === null ? `table ${name}` : name);
    else missing.statements.push(`COMMENT ON ${kind} ${name} IS ${pg.escapeLiteral(text)};`);
  }
  return missing;
}
