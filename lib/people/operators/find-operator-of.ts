import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import { findOperator, type OperatorRow } from "./sql-store";

/**
 * Returns one of the operator's people.
 * @throws ServiceError PERSON_NOT_FOUND
 */
export async function findOperatorOf(personId: string, at: Date): Promise<OperatorRow> {
  return findOrRefuse("prs", personId, "PERSON_NOT_FOUND", () => findOperator(personId, at));
}
