import type { PersonUseCase } from "@/lib/contract/use-cases";
import { checksummed } from "./checksum";
import type { checkAddressContract } from "./contract";
import { lookUpAddress } from "./look-up-address";

/** Checks an address before money is sent to it. An address with a wrong checksum is corrected first. */
export const checkAddress: PersonUseCase<typeof checkAddressContract> = async ({
  partner,
  input,
}) => {
  const address = checksummed(input.query.address.toLowerCase()) ?? input.query.address;
  const { lastPaidAt, ...judged } = await lookUpAddress(partner.id, address);
  return { address, ...judged, ...(lastPaidAt && { lastPaidAt: lastPaidAt.toISOString() }) };
};
