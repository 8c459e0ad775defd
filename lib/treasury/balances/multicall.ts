import { decodeFunctionResult, encodeFunctionData, type Hex, multicall3Abi } from "viem";
import type { ChainAddress, Network } from "@/lib/chain/networks";
import { askNode, NodeReplyError } from "@/lib/chain/read/ask-node";
import { inBlock } from "@/lib/chain/read/in-block";
import { data } from "@/lib/chain/read/reply-fields";

/** Multicall3 has this address on all supported networks; a local chain may lack it. */
export const MULTICALL_ADDRESS: ChainAddress = "0xcA11bde05977b3631167028862bE2a173976CA11";

/** Whether Multicall3 exists as of this block. */
export async function hasMulticall(network: Network, blockHash: Hex): Promise<boolean> {
  const params = [MULTICALL_ADDRESS, inBlock(blockHash)];
  return (await askNode(network, data, "eth_getCode", params)) !== "0x";
}

/** Makes many calls of a contract as of one block in a single request. Results have the order of the calls. */
export async function multicall(
  network: Network,
  target: ChainAddress,
  calls: readonly Hex[],
  blockHash: Hex,
): Promise<Hex[]> {
  const call = { abi: multicall3Abi, functionName: "aggregate3" } as const;
  const args = [calls.map((callData) => ({ target, allowFailure: false, callData }))] as const;
  const params = [
    { to: MULTICALL_ADDRESS, data: encodeFunctionData({ ...call, args }) },
    inBlock(blockHash),
  ];
  const answer = await askNode(network, data, "eth_call", params);
  const results = decodeFunctionResult({ ...call, data: answer });
  if (results.length !== calls.length)
    throw new NodeReplyError(`the node of ${network.chain} answered ${results.length} calls`);
  return results.map(({ returnData }) => returnData);
}
