import { ServiceError } from "@/lib/kernel/errors";

const UNIQUE_VIOLATION = "23505";

/** @throws ServiceError ADDRESS_EXISTS when the address or the label is one that the partner has; else what was thrown. */
export function refuseTaken(error: unknown): never {
  const isTaken = error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION;
  throw isTaken ? new ServiceError("ADDRESS_EXISTS", { cause: error }) : error;
}
