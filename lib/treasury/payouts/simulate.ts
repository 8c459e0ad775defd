import { encodeFunctionData, type Hex, RpcRequestError } from "viem";
import type { ChainAddress, Network } from "@/lib/chain/networks";
import { askNode, NodeReplyError } from "@/lib/chain/read/ask-node";
import { inBlock } from "@/lib/chain/read/in-block";
import { data, quantity } from "@/lib/chain/read/reply-fields";
import { TOKEN_ABI } from "./token-calls";

const EXECUTION_REVERTED = 3;

/**
 * `refusal` is the contract's reason for a revert. `fault` is the node's error for this call alone and says nothing
 * about the contract.
 */
export type Outcome<T> = { answer: T } | { refusal: string } | { fault: string };

function answeredError(error: unknown): RpcRequestError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof RpcRequestError) return cause;
  return undefined;
}

/** @throws when the node did not respond. */
async function outcomeOf<T>(asked: Promise<T>): Promise<Outcome<T>> {
  try {
    return { answer: await asked };
  } catch (error) {
    const answered = answeredError(error);
    if (!answered) throw error;
    const { code, details } = answered;
    const isRefusal = code === EXECUTION_REVERTED || /revert/i.test(details);
    return isRefusal ? { refusal: details } : { fault: details };
  }
}

/**
 * Calls a contract as of a block, without a transaction.
 * @throws when the node did not respond.
 */
export function tryCall(
  network: Network,
  call: { from?: ChainAddress; to: ChainAddress; data: Hex },
  blockHash: Hex,
): Promise<Outcome<Hex>> {
  return outcomeOf(askNode(network, data, "eth_call", [call, inBlock(blockHash)]));
}

interface Transfer {
  tokenAddress: ChainAddress;
  from: ChainAddress;
  to: ChainAddress;
  amountMicroUsd: bigint;
}

/**
 * Simulates whether the token would execute this transfer now. Reasons against it are a paused token, a blocklisted
 * account or an insufficient balance. The call is a plain transfer, which has the same conditions, so that nothing must
 * be signed for it.
 */
export function tryTransfer(
  network: Network,
  { tokenAddress, from, to, amountMicroUsd }: Transfer,
  blockHash: Hex,
): Promise<Outcome<Hex>> {
  const input = encodeFunctionData({
    abi: TOKEN_ABI,
    functionName: "transfer",
    args: [to, amountMicroUsd],
  });
  return tryCall(network, { from, to: tokenAddress, data: input }, blockHash);
}

/**
 * Returns why the token would refuse this transfer now; undefined if it would not.
 * @throws when the node gives no result.
 */
export async function transferRefusal(
  network: Network,
  transfer: Transfer,
  blockHash: Hex,
): Promise<string | undefined> {
  const outcome = await tryTransfer(network, transfer, blockHash);
  if ("fault" in outcome) throw new NodeReplyError(`${network.chain}: ${outcome.fault}`);
  return "refusal" in outcome ? outcome.refusal : undefined;
}

/** Returns the gas that a call needs now, or why the contract refuses the call. */
export function estimateGas(
  network: Network,
  call: { from: ChainAddress; to: ChainAddress; data: Hex },
): Promise<Outcome<bigint>> {
  return outcomeOf(askNode(network, quantity, "eth_estimateGas", [call, "latest"]));
}
