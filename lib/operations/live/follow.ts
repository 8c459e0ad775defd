import type { SignedInPerson } from "@/lib/contract/person";
import { hub } from "./hub";

/** Streams change notices: of their partner to a partner's people, of all partners and of the operator to its people. */
export const follow = ({
  person,
  signal,
}: {
  person: SignedInPerson;
  signal: AbortSignal;
}): Promise<Response> => hub().open(person, signal);
