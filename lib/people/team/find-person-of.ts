import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import { findPerson, type PersonRow } from "./sql-store";

/**
 * Returns one of a partner's people.
 * @throws ServiceError PERSON_NOT_FOUND when unknown, removed, or another partner's.
 */
export async function findPersonOf(partnerId: string, personId: string): Promise<PersonRow> {
  return findOrRefuse("prs", personId, "PERSON_NOT_FOUND", () => findPerson(partnerId, personId));
}
