/** The SQLSTATEs of a connection that could not be opened, and of one that was lost. */
const NOT_CONNECTED = "08001";
const CONNECTION_FAILURE = "08006";
/** Prisma's code for a transaction that could not begin in time, or was ended because it took too long. */
const TRANSACTION_API_ERROR = "P2028";
/** The SQLSTATE of a transaction that took too long. */
const TRANSACTION_TIMEOUT = "25P04";

/** Driver errors without a SQLSTATE that mean that the database cannot be reached, with the SQLSTATE for them. */
const UNREACHABLE: Record<string, string> = {
  DatabaseNotReachable: NOT_CONNECTED,
  ConnectionClosed: CONNECTION_FAILURE,
  SocketTimeout: CONNECTION_FAILURE,
};

/** An error of the database that Prisma reported, with the names that `pg` gives its fields. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  /** The SQLSTATE. */
  readonly code: string;
  readonly constraint: string | undefined;

  constructor(message: string, code: string, constraint?: string) {
    super(message);
    this.code = code;
    this.constraint = constraint;
  }
}

/** The cause of an error of the driver adapter; undefined for other errors. */
interface DriverFault {
  kind: string;
  originalCode?: string;
  originalMessage?: string;
  constraint?: { index?: string };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

function driverFaultOf(error: unknown): DriverFault | undefined {
  if (!isObject(error)) return undefined;
  const driverError = isObject(error.meta) ? error.meta.driverAdapterError : error;
  if (!isObject(driverError) || driverError.name !== "DriverAdapterError") return undefined;
  const fault = driverError.cause;
  return isObject(fault) && typeof fault.kind === "string"
    ? { ...fault, kind: fault.kind }
    : undefined;
}

/**
 * Maps an error of Prisma Client to the error that `pg` would have thrown for the same statement: with its SQLSTATE as
 * `code`, and the name of the violated constraint. A database that refuses connections becomes SQLSTATE 08001, a lost
 * connection 08006, and a transaction that could not begin or end in time 25P04. Returns other errors unchanged.
 */
export function toDatabaseError(error: unknown): unknown {
  const fault = driverFaultOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (fault?.originalCode !== undefined)
    return new DatabaseError(
      fault.originalMessage ?? message,
      fault.originalCode,
      fault.constraint?.index,
    );
  const isOutOfTime = isObject(error) && error.code === TRANSACTION_API_ERROR;
  const code = isOutOfTime ? TRANSACTION_TIMEOUT : UNREACHABLE[fault?.kind ?? ""];
  return code === undefined ? error : new DatabaseError(message, code);
}
