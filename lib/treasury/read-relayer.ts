import { currentKeyAddresses } from "@/lib/chain/keys/key-addresses";
import type { ChainAddress, Network } from "@/lib/chain/networks";
import type { Hex } from "@/lib/chain/read/reply-fields";
import { readGasBalance } from "@/lib/treasury/payouts/read-state";

/**
 * Returns the account that pays the gas and its balance in the chain's coin as of a block, in wei; undefined without
 * keys.
 */
export async function readRelayer(
  network: Network,
  blockHash: Hex,
): Promise<{ address: ChainAddress; balanceWei: bigint } | undefined> {
  const keys = await currentKeyAddresses();
  if (!keys) return undefined;
  const balanceWei = await readGasBalance(network, keys.relayer, blockHash);
  return { address: keys.relayer, balanceWei };
}
