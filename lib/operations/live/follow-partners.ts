import type { AdminContext } from "@/lib/contract/use-cases";
import type { followPartnersContract } from "./contract";
import { hub } from "./hub";

/** What changes for any partner, and for the operator, as it changes. */
export function followPartners({
  person,
  signal,
}: AdminContext<typeof followPartnersContract>): Promise<Response> {
  return hub().open(person, signal);
}
