import { findPartner } from "@/lib/backoffice/find-partner";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { presentInvitation, presentPerson } from "@/lib/people/team/present";
import { listPeople } from "@/lib/people/team/sql-store";
import { listInvitations } from "@/lib/people/team/store";
import type { listPartnerPeopleContract } from "./contract";
import { findRequiredSso } from "./find-required-sso";

/** Lists the people and the open invitations of a partner, and how its people must sign in. */
export const listPartnerPeople: AdminUseCase<typeof listPartnerPeopleContract> = async ({
  person,
  input,
  at,
}) => {
  const { id } = await findPartner(input.params.id);
  const present = await databaseTimeOf(at);
  const [people, invitations, requiredSso] = await Promise.all([
    listPeople(id),
    listInvitations(id, present),
    findRequiredSso(id),
  ]);
  return {
    ...(requiredSso && { requiredSso }),
    people: people.map((row) => {
      const { isYou: _, ...shown } = presentPerson(row, person.id);
      return { ...shown, ...(row.lockedUntil && { lockedUntil: row.lockedUntil.toISOString() }) };
    }),
    invitations: invitations.map(presentInvitation),
  };
};
