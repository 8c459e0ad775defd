import type { PersonUseCase } from "@/lib/contract/use-cases";
import type { getSsoContract } from "./contract";
import { presentSso } from "./present";
import { findConnection, listDomains, listSsoPeople } from "./store";

/** Reads the single sign-on of a partner as its owners see it. */
export async function readSso(partnerId: string) {
  const [connection, domains, people] = await Promise.all([
    findConnection(partnerId),
    listDomains(partnerId),
    listSsoPeople(partnerId),
  ]);
  return presentSso(partnerId, connection, domains, people);
}

/** Returns the identity provider, the domains and the people of the partner. */
export const getSso: PersonUseCase<typeof getSsoContract> = ({ partner }) => readSso(partner.id);
