import { errorCodeOf } from "@/lib/kernel/error-code";

/** As in lib/db/connection-settings.ts. */
const APP_ROLE = "partner_wallet_app";

/** Whether PostgreSQL was not reached or refused the login. */
export function isConnectionError(error: unknown) {
  return isAway(error) || isRefusedLogin(errorCodeOf(error) ?? "");
}

/** What `pg` says, without a code, of a connection that ended or does not answer. A chain's node may be late, too. */
const CLIENT_LOST =
  /^(Connection terminated|timeout expired|timeout exceeded when trying|Query read timeout)/;

/** Whether the database may answer later without anybody changing a setting: it is down, starting, failing over, or full. */
export function isAway(error: unknown) {
  if (error instanceof AggregateError) return error.errors.every(isAway);
  const code = errorCodeOf(error) ?? "";
  // Codes of the system, such as ECONNREFUSED. ERR_… are codes of Node for mistakes of the caller.
  const isNetwork = /^E(?!RR_)[A-Z_]+$/.test(code) && !isOfFile(error, code);
  // 57P0x: shutting down, crashed, starting. 08xxx: the connection, and a pooler that has no server. 53300: all are taken.
  const isNotAccepting = /^(57P0\d|08...|53300)$/.test(code);
  return isNetwork || isNotAccepting || (code === "" && CLIENT_LOST.test(reasonOf(error)));
}

/** What connections are made and used with. Files have calls of their own, such as `open`, and share the last two. */
const CONNECTION_CALLS = new Set(["connect", "getaddrinfo", "read", "write"]);
/** What reading and writing a connection never fails with: a folder in place of a file, a full or damaged disk. */
const FILE_CODES = new Set(["EISDIR", "ENOSPC", "EDQUOT", "EFBIG", "EROFS", "EIO"]);

/** Whether an error of the system is about a file. The others are about the network. */
function isOfFile(error: unknown, code: string) {
  if (FILE_CODES.has(code)) return true;
  const hasCall = error instanceof Error && "syscall" in error;
  return hasCall && !CONNECTION_CALLS.has(String(error.syscall));
}

function isRefusedLogin(code: string) {
  const isNoSuchDatabase = code === "3D000";
  return code.startsWith("28") || isNoSuchDatabase;
}

/**
 * Returns the message of an error. For several addresses Node throws one error without a message, which contains the
 * others.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}

/** Says in one line what to do about an error of the database. Returns undefined for other errors. */
export function databaseAdvice(error: unknown) {
  const code = errorCodeOf(error) ?? "";
  const [reason = ""] = reasonOf(error).split("\n");
  if (reason.includes(`role "${APP_ROLE}" does not exist`))
    return `The database's cluster has no role ${APP_ROLE}. Run npm run migrate, which creates it.`;
  if (isConnectionError(error)) return `The database does not answer: ${reason}`;
  if (/^(42P01|42883|42703|3F000)$/.test(code))
    return `The database lacks a part of this version (${reason}). Run npm run migrate.`;
  if (code === "42501")
    return `The database refuses a right (${reason}). Run npm run migrate, which grants the rights of ${APP_ROLE}.`;
  return /^[0-9A-Z]{5}$/.test(code) ? `The database refuses: ${reason}` : undefined;
}
