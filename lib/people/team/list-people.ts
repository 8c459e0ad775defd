import type { PersonUseCase } from "@/lib/contract/use-cases";
import type { listPeopleContract } from "./contract";
import { presentInvitation, presentPerson } from "./present";
import { listPeople as findPeople, listInvitations } from "./store";

/** Who can sign in for the partner, and who is invited. */
export const listPeople: PersonUseCase<typeof listPeopleContract> = async ({
  partner,
  person,
  at,
}) => {
  const [people, invitations] = await Promise.all([
    findPeople(partner.id),
    listInvitations(partner.id, at),
  ]);
  return {
    people: people.map((row) => presentPerson(row, person.id)),
    invitations: invitations.map(presentInvitation),
  };
};
