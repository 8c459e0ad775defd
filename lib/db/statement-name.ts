import { hash } from "node:crypto";

/** PostgreSQL truncates names to this length. Of two statements that differ only after it, the second fails. */
const MAX_LENGTH = 63;
const HASH_LENGTH = 16;

/** The name of a statement that is composed of parts. A name that is too long ends with a hash of the whole name. */
export function statementName(...parts: string[]): string {
  const name = parts.join("_");
  if (name.length <= MAX_LENGTH) return name;
  const ending = hash("sha256", name, "hex").slice(0, HASH_LENGTH);
  return `${name.slice(0, MAX_LENGTH - HASH_LENGTH - 1)}_${ending}`;
}
