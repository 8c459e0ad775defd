import type { Statement } from "@/lib/db/list-statement";
import { sql } from "../fixtures/make";

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
}

function* nodesOf(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const child of node.Plans ?? []) yield* nodesOf(child);
}

const literal = (value: unknown) =>
  Array.isArray(value) ? `{${value.map((each) => `"${each}"`).join()}}` : String(value);

const textOf = (value: unknown) => (value instanceof Date ? value.toISOString() : literal(value));
const quoted = (value: unknown) =>
  value === undefined ? "NULL" : `'${textOf(value).replaceAll("'", "''")}'`;

/**
 * Runs a list's statement as a prepared one. Returns the kinds of its steps, the indexes that it reads, the tables that
 * it reads whole, and the number of rows that it reads.
 */
export async function readPlan({ name, text, values }: Statement) {
  const shown = values.map(quoted).join(", ");
  await sql(`PREPARE ${name}_plan AS ${text}`);
  const [row] = await sql(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE ${name}_plan(${shown})`);
  await sql(`DEALLOCATE ${name}_plan`);
  const nodes = [...nodesOf(row["QUERY PLAN"][0].Plan)];
  // The rows of a subquery are those that the scans within it read.
  const scans = nodes.filter(
    ({ "Node Type": type }) => type.includes("Scan") && type !== "Subquery Scan",
  );
  return {
    steps: new Set(nodes.map((node) => node["Node Type"])),
    indexes: new Set(scans.flatMap((node) => node["Index Name"] ?? [])),
    /** The index of each step that was carried out. */
    scanned: scans.flatMap((node) => (node["Actual Loops"] > 0 ? (node["Index Name"] ?? []) : [])),
    whole: scans.flatMap((node) =>
      node["Node Type"] === "Seq Scan" ? [node["Relation Name"]] : [],
    ),
    rows: scans.reduce(
      (sum, node) =>
        sum + (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
      0,
    ),
  };
}

/**
 * Copies a row with other values, without the triggers: only the indexes matter where plans are read. The function stands in FROM,
 * because PostgreSQL calls one in `SELECT (…).*` for each column.
 */
export const copyRow = (table: string, id: string, count: number, values: string) =>
  sql(`ALTER TABLE ${table} DISABLE TRIGGER USER;
    INSERT INTO ${table} SELECT r.* FROM ${table} o, generate_series(1, ${count}) n,
      jsonb_populate_record(o, jsonb_build_object(${values})) r WHERE o.id = '${id}'`);

/** SQL for the id of the copy `n`. */
export const keyOf = (prefix: string, n = "n") => `'${prefix}_' || lpad((${n})::text, 26, '0')`;
