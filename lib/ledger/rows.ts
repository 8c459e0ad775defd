/** Cache of database names (`partner_id`) by property name (`partnerId`). */
const snakeNames = new Map<string, string>();

function snakeName(name: string): string {
  let snake = snakeNames.get(name);
  if (snake === undefined) {
    snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    snakeNames.set(name, snake);
  }
  return snake;
}

/** A bigint becomes a string, because JSON numbers are not exact; PostgreSQL parses the string exactly. */
const toJsonValue = (value: unknown) => (typeof value === "bigint" ? value.toString() : value);

/** A row with database column names, for JSON. Only top-level values may be bigint. */
export function toDatabaseRow(row: object): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) named[snakeName(name)] = toJsonValue(value);
  return named;
}

/** JSON for the database; a bigint becomes a string at any depth. */
export function databaseJson(value: unknown): string {
  return JSON.stringify(value, (_, part) => toJsonValue(part));
}
