import { errorCodeOf } from "@/lib/kernel/error-code";

/** PostgreSQL is stopping or crashed; the SQLSTATEs of lost connections; and failed system calls. */
const AWAY =
  /^(?:57P0[12]|0800[36]|ECONNRESET|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ETIMEDOUT)$/;
/** What `pg` says of a connection that ended, without a code. */
const ENDED = /^connection terminated unexpectedly|is not queryable$/i;
/** A connection that could not be opened: the code of Prisma, of PostgreSQL while it starts, and of the system. */
const NOT_OPENED = /^(?:08001|57P03|ECONNREFUSED)$/;
/** PgBouncer's code for everything that it refuses, with its words while it cannot log in, and for a lost connection. */
const PROTOCOL_VIOLATION = "08P01";
const CANNOT_LOG_IN = /^server login (?:failed|has been failing)/;
const SERVER_LOST = /^server conn(?: crashed|ection closed)/;

const saysPgBouncer = (error: Error, words: RegExp) =>
  errorCodeOf(error) === PROTOCOL_VIOLATION && words.test(error.message);

/**
 * Whether a statement was not sent to PostgreSQL because PostgreSQL is away: no connection could be opened, or PgBouncer refused the
 * statement. PgBouncer does so before it assigns a connection to PostgreSQL to its client.
 */
export function wasNotSent(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.length > 0)
    return error.errors.every(wasNotSent);
  if (!(error instanceof Error)) return false;
  return NOT_OPENED.test(errorCodeOf(error) ?? "") || saysPgBouncer(error, CANNOT_LOG_IN);
}

/**
 * Whether the database is away: it refuses connections, or a connection was lost. A statement on a lost connection may have been
 * executed. A database that only does not respond is not known to be away.
 */
export function isAway(error: unknown): boolean {
  if (wasNotSent(error)) return true;
  if (error instanceof AggregateError) return error.errors.some(isAway);
  if (!(error instanceof Error)) return false;
  const isLost = AWAY.test(errorCodeOf(error) ?? "") || ENDED.test(error.message);
  return isLost || saysPgBouncer(error, SERVER_LOST);
}
