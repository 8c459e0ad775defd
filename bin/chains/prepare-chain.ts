import { encodeFunctionData, parseAbi } from "viem";
import { callChain } from "./call-chain.ts";
import { deployTokens, type TestToken } from "./deploy-tokens.ts";

const ether = 10n ** 18n;
const leastWei = 100n * ether;
const plentyWei = 1_000_000n * ether;
/** 1,000,000,000 USD. */
const faucetMicro = 10n ** 15n;

const tokenAbi = parseAbi(["function mint(address to, uint256 amount) returns (bool)"]);

/** The parts of a network that its local chain copies. */
export interface LocalNetwork {
  chain: string;
  chainId: number;
  tokens: TestToken[];
}

/** Mines the first blocks of a local chain: deploys the tokens and gives the faucet tokens and gas. */
export async function prepareChain(rpcUrl: string, { tokens }: LocalNetwork, faucet: string) {
  await callChain(rpcUrl, "anvil_setBalance", [faucet, hex(plentyWei)]);
  await deployTokens({ rpcUrl, owner: faucet, tokens });
  await callChain(rpcUrl, "anvil_impersonateAccount", [faucet]);
  const data = encodeFunctionData({
    abi: tokenAbi,
    functionName: "mint",
    args: [faucet as `0x${string}`, faucetMicro],
  });
  for (const { address } of tokens) {
    await callChain(rpcUrl, "eth_sendTransaction", [{ from: faucet, to: address, data }]);
  }
  await callChain(rpcUrl, "evm_mine");
  await callChain(rpcUrl, "anvil_stopImpersonatingAccount", [faucet]);
}

/** Refills the gas of accounts that have little left. */
export async function giveGas(rpcUrl: string, accounts: string[]) {
  for (const account of accounts) {
    const balance = String(await callChain(rpcUrl, "eth_getBalance", [account, "latest"]));
    if (BigInt(balance) >= leastWei) continue;
    await callChain(rpcUrl, "anvil_setBalance", [account, hex(plentyWei)]);
  }
}

function hex(value: bigint) {
  return `0x${value.toString(16)}`;
}
