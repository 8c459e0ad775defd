/** A row as code names it (`partnerId`) from and to how the database names it (`partner_id`). */
const snakeNames = new Map<string, string>();

function snakeName(name: string): string {
  let snake = snakeNames.get(name);
  if (snake === undefined) {
    snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    snakeNames.set(name, snake);
  }
  return snake;
}

/** What JSON has no number for goes as text, which PostgreSQL reads exactly. */
const toJsonValue = (value: unknown) => (typeof value === "bigint" ? value.toString() : value);

/** A row for JSON. Amounts stand in columns of their own: what is nested in one holds none. */
export function toDatabaseRow(row: object): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) named[snakeName(name)] = toJsonValue(value);
  return named;
}

/** JSON for the database: amounts as text. */
export function databaseJson(value: unknown): string {
  return JSON.stringify(value, (_, part) => toJsonValue(part));
}
