import type { UseCase } from "@/lib/contract/use-cases";
import { openLink, usableLink } from "@/lib/users/kyc/open-link";
import type { getUserContract } from "./contract";
import { findUserOf } from "./find-user-of";
import { presentUser } from "./present";

/**
 * Returns a user, with the verification link while KYC is open. An operator who views the dashboard changes nothing, so an expired
 * link is not replaced for them. Source: spec: User; design 7, Get User.
 */
export const getUser: UseCase<typeof getUserContract> = async ({ partner, person, input, at }) => {
  const user = await findUserOf(partner.id, input.params.serviceId);
  const isViewing = person !== undefined && person.viewingPartnerId !== null;
  return presentUser(user, isViewing ? usableLink(user, at) : await openLink(user, at));
};
