import pg from "pg";
import type { SqlDifferences } from "./sql-differences.ts";

const isNumber = (value: string) => /^-?\d+$/.test(value);
const literal = (value: string) => (isNumber(value) ? value : pg.escapeLiteral(value));
const tuple = (row: readonly string[]) => `(${row.map(literal).join(", ")})`;

/**
 * Returns the statements for a rule table's rows. They disable its triggers, which make it append-only for every role.
 */
function rowStatements({
  name,
  columns,
  added,
  removed,
}: SqlDifferences["tables"][number]): string {
  const statements = [
    ...(removed.length > 0
      ? [
          `DELETE FROM ${name} WHERE (${columns.join(", ")}) IN (\n  ${removed.map(tuple).join(",\n  ")});`,
        ]
      : []),
    ...(added.length > 0
      ? [`INSERT INTO ${name} (${columns.join(", ")}) VALUES\n  ${added.map(tuple).join(",\n  ")};`]
      : []),
  ];
  return [
    `-- prisma/sql/${name}.csv`,
    `ALTER TABLE ${name} DISABLE TRIGGER USER;`,
    ...statements,
    `ALTER TABLE ${name} ENABLE TRIGGER USER;`,
  ].join("\n");
}

/**
 * Returns the script of a migration that makes a database equal to the files of prisma/sql; undefined if it is equal.
 */
export function sqlMigration(differences: SqlDifferences): string | undefined {
  const { functions, withoutFile, tables } = differences;
  const parts = [
    ...withoutFile.map((signature) => `DROP FUNCTION ${signature};`),
    ...functions.map(({ name, text, mustBeDropped }) =>
      mustBeDropped ? `DROP FUNCTION ${name};\n\n${text.trim()}` : text.trim(),
    ),
    ...tables.map(rowStatements),
  ];
  return parts.length === 0 ? undefined : `${parts.join("\n\n")}\n`;
}
