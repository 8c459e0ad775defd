import type { PersonUseCase } from "@/lib/contract/use-cases";
import { policyAt, usableFrom } from "@/lib/withdrawals/policy/policy";
import { findPolicyState } from "@/lib/withdrawals/policy/sql-store";
import { checksummed } from "./checksum";
import type { checkAddressContract } from "./contract";
import { lookUpAddress } from "./look-up-address";

/** Returns why the allow-list does not permit an address at this time; undefined if it does. */
async function findNotAllowed(partnerId: string, address: string, at: Date) {
  const policy = await findPolicyState(partnerId, address, at);
  if (!policy || !policyAt(policy, policy.at).terms.allowList) return undefined;
  const from = policy.savedAt && usableFrom(policy, policy.savedAt, policy.at);
  if (!from) return {};
  return from > policy.at ? { usableFrom: from.toISOString() } : undefined;
}

/** Checks an address before money is sent to it. An address with a wrong checksum is corrected first. */
export const checkAddress: PersonUseCase<typeof checkAddressContract> = async ({
  partner,
  input,
  at,
}) => {
  const address = checksummed(input.query.address.toLowerCase()) ?? input.query.address;
  const [{ lastPaidAt, ...judged }, notAllowed] = await Promise.all([
    lookUpAddress(partner.id, address),
    findNotAllowed(partner.id, address, at),
  ]);
  return {
    address,
    ...judged,
    ...(lastPaidAt && { lastPaidAt: lastPaidAt.toISOString() }),
    ...(notAllowed && { notAllowed }),
  };
};
