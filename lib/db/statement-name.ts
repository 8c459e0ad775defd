import { hash } from "node:crypto";

/** PostgreSQL compares this much of a name: two statements whose names differ after it are one, and the second fails. */
const MAX_LENGTH = 63;
const HASH_LENGTH = 16;

/** The name of a statement that is put together from parts. A name that would be too long ends with a hash of all of it. */
export function statementName(...parts: string[]): string {
  const name = parts.join("_");
  if (name.length <= MAX_LENGTH) return name;
  const ending = hash("sha256", name, "hex").slice(0, HASH_LENGTH);
  return `${name.slice(0, MAX_LENGTH - HASH_LENGTH - 1)}_${ending}`;
}
