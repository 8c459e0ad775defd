import type { UseCase } from "@/lib/contract/use-cases";
import { openLink } from "@/lib/users/kyc/open-link";
import type { getUserContract } from "./contract";
import { findUserOf } from "./find-user-of";
import { presentUser } from "./present";

/** Returns a user, with the verification link while KYC is open. Source: spec: User; design 7, Get User. */
export const getUser: UseCase<typeof getUserContract> = async ({ partner, input, at }) => {
  const user = await findUserOf(partner.id, input.params.serviceId);
  return presentUser(user, await openLink(user, at));
};
