import { env } from "@/lib/kernel/env";
import { findNetwork } from "./find-network";
import type { ServiceEnvironment } from "./networks";

/**
 * Returns the link to a transaction in an explorer. A local chain has no public explorer, so its link leads to our own
 * page. Source: design 7, `explorerUrl`. Undefined for a chain that is no longer supported.
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
