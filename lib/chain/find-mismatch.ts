import {
  BaseError,
  domainSeparator,
  ExecutionRevertedError,
  encodeFunctionData,
  type Hex,
  parseAbi,
} from "viem";
import { settingSuffix } from "./chain-setting";
import { chainClient } from "./client";
import type { Network, Token } from "./networks";

const TOKEN_ABI = parseAbi([
  "function decimals() view returns (uint8)",
  "function DOMAIN_SEPARATOR() view returns (bytes32)",
]);

/** Calls a function without arguments. Undefined when the address has no contract or the contract reverts. */
async function ask(
  network: Network,
  token: Token,
  functionName: "decimals" | "DOMAIN_SEPARATOR",
): Promise<Hex | undefined> {
  const data = encodeFunctionData({ abi: TOKEN_ABI, functionName });
  try {
    return (await chainClient(network).call({ to: token.address, data })).data;
  } catch (error) {
    const isRefusal =
      error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError);
    if (isRefusal) return undefined;
    throw error;
  }
}

async function tokenMismatch(network: Network, token: Token): Promise<string | undefined> {
  const what = `${token.token} at ${token.address}`;
  const decimals = await ask(network, token, "decimals");
  if (decimals === undefined) return `there is no token ${what}.`;
  if (BigInt(decimals) !== BigInt(token.decimals))
    return `${what} has ${BigInt(decimals)} decimals, and not ${token.decimals}.`;
  if (!token.eip3009) return undefined;
  const { name, version } = token.eip3009;
  const expected = domainSeparator({
    domain: { name, version, chainId: network.chainId, verifyingContract: token.address },
  });
  if ((await ask(network, token, "DOMAIN_SEPARATOR")) === expected) return undefined;
  return `the EIP-712 domain of ${what} is not that of "${name}", version "${version}": what is signed for it would be worth nothing.`;
}

/**
 * Compares a chain's node and tokens with NETWORKS. Returns the mismatch as a text for people, or undefined.
 * @throws viem's error when the node does not respond.
 */
export async function findMismatch(network: Network): Promise<string | undefined> {
  const chainId = await chainClient(network).getChainId();
  if (chainId !== network.chainId)
    return `its node is of chain ${chainId}, and not of ${network.chainId}. Set RPC_URL_${settingSuffix(network.chain)} to a node of ${network.chain}.`;
  for (const token of network.tokens) {
    const mismatch = await tokenMismatch(network, token);
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}
