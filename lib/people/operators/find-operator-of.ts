import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { findOperator, type OperatorRow } from "./sql-store";

/**
 * Returns one of the operator's people.
 * @throws ServiceError PERSON_NOT_FOUND
 */
export async function findOperatorOf(personId: string, at: Date): Promise<OperatorRow> {
  const row = isId("prs", personId) ? await findOperator(personId, at) : undefined;
  if (!row) throw new ServiceError("PERSON_NOT_FOUND");
  return row;
}
