import { env } from "@/lib/env";
import type { PersonUseCase } from "@/lib/http/person-route";
import { checksummed } from "./checksum";
import type { checkAddressContract } from "./contract";
import { judgeAddress } from "./judge-address";
import { findKnownAddresses } from "./store";

/** What is known of an address before money is sent to it; of one with wrong capitals, of the one that its digits name. */
export const checkAddress: PersonUseCase<typeof checkAddressContract> = async ({
  partner,
  input,
}) => {
  const address = checksummed(input.query.address.toLowerCase()) ?? input.query.address;
  const known = await findKnownAddresses(partner.id, address);
  const { lastPaidAt, ...judged } = judgeAddress(env().SERVICE_ENVIRONMENT, address, known);
  return { address, ...judged, ...(lastPaidAt && { lastPaidAt: lastPaidAt.toISOString() }) };
};
