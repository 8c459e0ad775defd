import type { AdminContext } from "@/lib/contract/use-cases";
import type { followPartnersContract } from "./contract";
import { hub } from "./hub";

/** Streams change notices of all partners and of the operator. */
export function followPartners({
  person,
  signal,
}: AdminContext<typeof followPartnersContract>): Promise<Response> {
  return hub().open(person, signal);
}
