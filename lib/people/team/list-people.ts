import type { PersonUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import type { listPeopleContract } from "./contract";
import { presentInvitation, presentPerson } from "./present";
import { listPeople as findPeople } from "./sql-store";
import { listInvitations } from "./store";

/** Lists the team members and pending invitations of the partner. */
export const listPeople: PersonUseCase<typeof listPeopleContract> = async ({
  partner,
  person,
  at,
}) => {
  const present = await databaseTimeOf(at);
  const [people, invitations] = await Promise.all([
    findPeople(partner.id),
    listInvitations(partner.id, present),
  ]);
  return {
    people: people.map((row) => presentPerson(row, person.id)),
    invitations: invitations.map(presentInvitation),
  };
};
