/**
 * Returns the `code` of an error: PostgreSQL's SQLSTATE (`23505`) or the name of a failed system call (`ECONNRESET`).
 * Returns undefined for an error without a code, and for a value that is not an Error.
 */
export function errorCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error && "code" in error)) return undefined;
  return error.code === undefined ? undefined : String(error.code);
}
