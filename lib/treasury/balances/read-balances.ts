import { decodeFunctionResult, encodeFunctionData, type Hex } from "viem";
import type { ChainAddress, Network } from "@/lib/chain/networks";
import { askEach } from "@/lib/chain/read/ask-each";
import { readTokenBalance } from "@/lib/treasury/payouts/read-state";
import { TOKEN_ABI } from "@/lib/treasury/payouts/token-calls";
import { hasMulticall, multicall } from "./multicall";

/** Some 5 million gas. Nodes allow ten times as much in a call, local nodes six times. */
const CALLS_PER_REQUEST = 500;
/** Up to this number, single requests are as fast and do not need Multicall3. */
const FEW = 4;

const CALL = { abi: TOKEN_ABI, functionName: "balanceOf" } as const;

interface BalanceQuery {
  tokenAddress: ChainAddress;
  accounts: readonly ChainAddress[];
  blockHash: Hex;
}

async function readMany(network: Network, { tokenAddress, accounts, blockHash }: BalanceQuery) {
  const starts = Array.from(
    { length: Math.ceil(accounts.length / CALLS_PER_REQUEST) },
    (_, index) => index * CALLS_PER_REQUEST,
  );
  const parts = await askEach(starts, async (start) => {
    const calls = accounts
      .slice(start, start + CALLS_PER_REQUEST)
      .map((account) => encodeFunctionData({ ...CALL, args: [account] }));
    const answers = await multicall(network, tokenAddress, calls, blockHash);
    return answers.map((answer) => decodeFunctionResult({ ...CALL, data: answer }));
  });
  return parts.flat();
}

/**
 * Reads the balances of accounts as of one block, in micro-USD and in the order of the accounts. One request reads 500
 * accounts where Multicall3 is deployed, otherwise one.
 * @throws the node's error, also when the node does not know the block or no longer has its state.
 */
export async function readBalances(network: Network, query: BalanceQuery): Promise<bigint[]> {
  const { tokenAddress, accounts, blockHash } = query;
  if (accounts.length > FEW && (await hasMulticall(network, blockHash)))
    return readMany(network, query);
  return askEach(accounts, (account) =>
    readTokenBalance(network, tokenAddress, account, blockHash),
  );
}
