import { env } from "@/lib/kernel/env";
import { findNetwork } from "./find-network";
import type { ServiceEnvironment } from "./networks";

/**
 * Where people see a transaction; of a local chain, which no explorer knows, on a page of our own. Source: design 7,
 * `explorerUrl`. Undefined for a chain that the service left.
 */
export function explorerUrl(
  environment: ServiceEnvironment,
  chain: string,
  txHash: string,
): string | undefined {
  const network = findNetwork(environment, chain);
  if (!network) return undefined;
  const { BASE_URL, LOCAL_CHAINS } = env();
  const explorer = LOCAL_CHAINS.includes(chain)
    ? `${BASE_URL.replace(/\/$/, "")}/explorer/${chain}`
    : network.explorerUrl;
  return `${explorer}/tx/${txHash}`;
}
