import { NETWORKS, type ServiceEnvironment } from "@/lib/chain/networks";
import { serviceAddresses } from "@/lib/chain/service-addresses";
import { env } from "@/lib/kernel/env";
import type { AddressProblem } from "./schema";

const ZERO_ADDRESS = `0x${"0".repeat(40)}`;

/** The destination of a partner's withdrawal. */
interface Recipient {
  partnerId: string;
  toAddress: string;
  /** The partner that owns this deposit address; null when the address is no deposit address. */
  depositAddressOf: string | null;
}

/** Tokens sent to these contracts are lost: the contracts cannot send them on. */
function tokenContracts(environment: ServiceEnvironment): string[] {
  return NETWORKS[environment]
    .flatMap(({ tokens, lookalikes = [] }) => [...tokens, ...lookalikes])
    .map(({ address }) => address);
}

/**
 * Returns the reason why no money may be sent to an address; ignores the address's letter case.
 * @param addressesOfService the addresses of the treasury and the relayer: `serviceAddresses`
 */
export function problemOf(
  { partnerId, toAddress, depositAddressOf }: Recipient,
  addressesOfService: readonly string[],
): AddressProblem | undefined {
  const isOneOf = (addresses: readonly string[]) =>
    addresses.some((address) => address.toLowerCase() === toAddress.toLowerCase());
  if (isOneOf([ZERO_ADDRESS])) return "zero_address";
  if (isOneOf(tokenContracts(env().SERVICE_ENVIRONMENT))) return "token_contract";
  if (depositAddressOf === partnerId) return "own_deposit_address";
  return depositAddressOf !== null || isOneOf(addressesOfService) ? "service_address" : undefined;
}

/** Like `problemOf`, and reads the service's addresses. */
export const findProblem = async (recipient: Recipient): Promise<AddressProblem | undefined> =>
  problemOf(recipient, await serviceAddresses());
