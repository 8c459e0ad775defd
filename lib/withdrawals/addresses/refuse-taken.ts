import { isUniqueViolation } from "@/lib/db/unique-violation";
import { ServiceError } from "@/lib/kernel/errors";

/**
 * @throws ServiceError ADDRESS_EXISTS when the partner already has the address or the label; otherwise the original
 * error.
 */
export function refuseTaken(error: unknown): never {
  throw isUniqueViolation(error) ? new ServiceError("ADDRESS_EXISTS", { cause: error }) : error;
}
