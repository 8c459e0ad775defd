import { errorCodeOf } from "@/lib/kernel/error-code";

/** PostgreSQL is stopping, crashed or starting; the SQLSTATEs of lost connections; and failed system calls. */
const AWAY = /^(?:57P0[123]|0800[136]|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT)$/;
/** What `pg` says of a connection that ended, without a code. */
const ENDED = /^connection terminated unexpectedly|is not queryable$/i;
/** The SQLSTATE of a connection that could not be opened. */
const NOT_CONNECTED = "08001";
/** PgBouncer's code for everything that it refuses, and its words while it cannot log in to PostgreSQL. */
const PROTOCOL_VIOLATION = "08P01";
const CANNOT_LOG_IN = /^server login (?:failed|has been failing)/;

/**
 * Whether a statement was not sent to PostgreSQL because PostgreSQL is away: Prisma could not connect, or PgBouncer refused the
 * statement. PgBouncer does so before it assigns a connection to PostgreSQL to its client.
 */
export function wasNotSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = errorCodeOf(error);
  const isRefused = code === PROTOCOL_VIOLATION && CANNOT_LOG_IN.test(error.message);
  return isRefused || code === NOT_CONNECTED;
}

/**
 * Whether the database is away: it refuses connections, or a connection was lost. A statement on a lost connection may have been
 * executed. A database that only does not respond is not known to be away.
 */
export function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isAway);
  if (!(error instanceof Error)) return false;
  return wasNotSent(error) || AWAY.test(errorCodeOf(error) ?? "") || ENDED.test(error.message);
}
