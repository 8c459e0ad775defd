import type { PersonContext } from "@/lib/contract/use-cases";
import type { followPartnerContract } from "./contract";
import { hub } from "./hub";

/** What changes for the caller's partner, as it changes. */
export function followPartner({
  person,
  signal,
}: PersonContext<typeof followPartnerContract>): Promise<Response> {
  return hub().open(person, signal);
}
