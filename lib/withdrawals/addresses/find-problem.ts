import { NETWORKS, type ServiceEnvironment } from "@/lib/chain/networks";
import { serviceAddresses } from "@/lib/chain/service-addresses";
import { env } from "@/lib/kernel/env";
import type { AddressProblem } from "./schema";

const ZERO_ADDRESS = `0x${"0".repeat(40)}`;

/** Where a partner wants money sent. */
interface Recipient {
  partnerId: string;
  toAddress: string;
  /** Whose deposit address it is, if it is one. */
  depositAddressOf: string | null;
}

/** Contracts that keep what is sent to them: nobody can move it again. */
function tokenContracts(environment: ServiceEnvironment): string[] {
  return NETWORKS[environment]
    .flatMap(({ tokens, lookalikes = [] }) => [...tokens, ...lookalikes])
    .map(({ address }) => address);
}

/** Why nobody should send money to an address, whatever its capitals. */
export async function findProblem({
  partnerId,
  toAddress,
  depositAddressOf,
}: Recipient): Promise<AddressProblem | undefined> {
  const isOneOf = (addresses: readonly string[]) =>
    addresses.some((address) => address.toLowerCase() === toAddress.toLowerCase());
  if (isOneOf([ZERO_ADDRESS])) return "zero_address";
  if (isOneOf(tokenContracts(env().SERVICE_ENVIRONMENT))) return "token_contract";
  if (depositAddressOf === partnerId) return "own_deposit_address";
  const isOurs = depositAddressOf !== null || isOneOf(await serviceAddresses());
  return isOurs ? "service_address" : undefined;
}
