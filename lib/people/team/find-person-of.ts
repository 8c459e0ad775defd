import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { findPerson, type PersonRow } from "./sql-store";

/**
 * Returns one of a partner's people.
 * @throws ServiceError PERSON_NOT_FOUND when unknown, removed, or another partner's.
 */
export async function findPersonOf(partnerId: string, personId: string): Promise<PersonRow> {
  const row = isId("prs", personId) ? await findPerson(partnerId, personId) : undefined;
  if (!row) throw new ServiceError("PERSON_NOT_FOUND");
  return row;
}
