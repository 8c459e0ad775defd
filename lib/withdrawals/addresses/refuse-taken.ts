import { ServiceError } from "@/lib/kernel/errors";

const UNIQUE_VIOLATION = "23505";

/**
 * @throws ServiceError ADDRESS_EXISTS when the partner already has the address or the label; otherwise the original
 * error.
 */
export function refuseTaken(error: unknown): never {
  const isTaken = error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION;
  throw isTaken ? new ServiceError("ADDRESS_EXISTS", { cause: error }) : error;
}
