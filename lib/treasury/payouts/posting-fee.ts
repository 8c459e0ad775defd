import { encodeFunctionData, parseAbi } from "viem";
import type { ChainAddress, Network } from "@/lib/chain/networks";
import { tryCall } from "./simulate";

/**
 * A contract of each rollup of the OP stack, as Base and Optimism. Source: specs.optimism.io, predeploys, GasPriceOracle;
 * getL1FeeUpperBound since the upgrade Fjord.
 */
export const GAS_PRICE_ORACLE: ChainAddress = "0x420000000000000000000000000000000000000F";
const ABI = parseAbi([
  "function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)",
]);
/** More than the unsigned transaction of a transfer by signed authorization has. */
const TRANSFER_BYTES = 512n;
const WORD = /^0x[0-9a-f]{64}$/;

/**
 * Returns what a rollup takes for posting a transfer to the chain below, in wei, beside the gas. The sender must have it too, and
 * it can be most of the cost. 0 on a chain without such a fee, and when the node does not say: that must not stop payouts.
 * @throws when the node does not respond.
 */
export async function readPostingFee(network: Network, blockHash: `0x${string}`): Promise<bigint> {
  const call = { abi: ABI, functionName: "getL1FeeUpperBound" } as const;
  const data = encodeFunctionData({ ...call, args: [TRANSFER_BYTES] });
  const outcome = await tryCall(network, { to: GAS_PRICE_ORACLE, data }, blockHash);
  return "answer" in outcome && WORD.test(outcome.answer) ? BigInt(outcome.answer) : 0n;
}
