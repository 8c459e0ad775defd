import type { PersonContext } from "@/lib/contract/use-cases";
import type { followPartnerContract } from "./contract";
import { hub } from "./hub";

/** Streams change notices of the caller's partner. */
export function followPartner({
  person,
  signal,
}: PersonContext<typeof followPartnerContract>): Promise<Response> {
  return hub().open(person, signal);
}
