import { decodeFunctionResult, encodeFunctionData, type Hex } from "viem";
import { z } from "zod";
import type { ChainAddress, Network } from "@/lib/chain/networks";
import { askNode, NodeReplyError } from "@/lib/chain/read/ask-node";
import { inBlock } from "@/lib/chain/read/in-block";
import { data, hash32, quantity, toQuantity } from "@/lib/chain/read/reply-fields";
import { TOKEN_ABI } from "./token-calls";

const blockReply = z
  .object({ number: quantity, hash: hash32, timestamp: quantity, baseFeePerGas: quantity })
  .nullable();

export interface StateBlock {
  number: bigint;
  hash: Hex;
  /** Seconds of the chain's clock. */
  timeS: bigint;
  baseFeePerGasWei: bigint;
}

/**
 * Reads a block whose state will be queried.
 * @throws NodeReplyError when the node does not have the block or returns another one.
 */
export async function readStateBlock(
  network: Network,
  at: bigint | "latest" | "finalized",
): Promise<StateBlock> {
  const tag = typeof at === "bigint" ? toQuantity(at) : at;
  const block = await askNode(network, blockReply, "eth_getBlockByNumber", [tag, false]);
  if (!block || (typeof at === "bigint" && block.number !== at))
    throw new NodeReplyError(`the node of ${network.chain} does not have block ${at}`);
  const { number, hash, timestamp, baseFeePerGas } = block;
  return { number, hash, timeS: timestamp, baseFeePerGasWei: baseFeePerGas };
}

/** Returns the number of an account's mined transactions up to this block. */
export function readNonce(network: Network, account: string, blockHash: Hex): Promise<bigint> {
  return askNode(network, quantity, "eth_getTransactionCount", [account, inBlock(blockHash)]);
}

/** In wei. */
export function readGasBalance(network: Network, account: string, blockHash: Hex) {
  return askNode(network, quantity, "eth_getBalance", [account, inBlock(blockHash)]);
}

/** In micro-USD, which is the smallest unit of each token. */
export async function readTokenBalance(
  network: Network,
  tokenAddress: ChainAddress,
  account: ChainAddress,
  blockHash: Hex,
): Promise<bigint> {
  const call = { abi: TOKEN_ABI, functionName: "balanceOf" } as const;
  const input = encodeFunctionData({ ...call, args: [account] });
  const params = [{ to: tokenAddress, data: input }, inBlock(blockHash)];
  const answer = await askNode(network, data, "eth_call", params);
  return decodeFunctionResult({ ...call, data: answer });
}

/**
 * Whether the token has executed an authorization as of this block. This is never undone, except by a reorganization.
 */
export async function readIsUsed(
  network: Network,
  { tokenAddress, fromAddress, nonce }: AuthorizationKey,
  blockHash: Hex,
): Promise<boolean> {
  const call = { abi: TOKEN_ABI, functionName: "authorizationState" } as const;
  const input = encodeFunctionData({ ...call, args: [fromAddress, nonce] });
  const params = [{ to: tokenAddress, data: input }, inBlock(blockHash)];
  const answer = await askNode(network, data, "eth_call", params);
  return decodeFunctionResult({ ...call, data: answer });
}

interface AuthorizationKey {
  tokenAddress: ChainAddress;
  fromAddress: ChainAddress;
  nonce: Hex;
}

/** The currently usual priority fee, in wei. */
export function readPriorityFee(network: Network): Promise<bigint> {
  return askNode(network, quantity, "eth_maxPriorityFeePerGas", []);
}
