import { readFile } from "node:fs/promises";
import { encodeFunctionData } from "viem";
import { artifactsPath } from "../contracts/compile.ts";
import { callChain } from "./call-chain.ts";

const gasWei = 10n ** 18n;

/** A test token on a local chain, at the address of the real token. */
export interface TestToken {
  address: string;
  name: string;
  symbol: string;
  version: string;
}

interface LayTokensOptions {
  rpcUrl: string;
  owner: string;
  tokens: TestToken[];
}

/**
 * Deploys test tokens on a local chain and mines the block of their initialization. `owner` may mint, pause and block.
 */
export async function deployTokens({ rpcUrl, owner, tokens }: LayTokensOptions) {
  const { contracts } = JSON.parse(await readFile(artifactsPath, "utf8"));
  const { abi, deployedBytecode } = contracts.TestStablecoin;
  await callChain(rpcUrl, "anvil_impersonateAccount", [owner]);
  const ownersWei = BigInt(String(await callChain(rpcUrl, "eth_getBalance", [owner, "latest"])));
  await callChain(rpcUrl, "anvil_setBalance", [owner, hex(ownersWei + gasWei)]);
  for (const { address, name, symbol, version } of tokens) {
    await callChain(rpcUrl, "anvil_setCode", [address, deployedBytecode]);
    const data = encodeFunctionData({
      abi,
      functionName: "initialize",
      args: [name, symbol, version, owner],
    });
    await callChain(rpcUrl, "eth_sendTransaction", [{ from: owner, to: address, data }]);
  }
  await callChain(rpcUrl, "evm_mine");
  await callChain(rpcUrl, "anvil_setBalance", [owner, hex(ownersWei)]);
  await callChain(rpcUrl, "anvil_stopImpersonatingAccount", [owner]);
  for (const { address } of tokens) {
    const data = encodeFunctionData({ abi, functionName: "owner" });
    const found = String(await callChain(rpcUrl, "eth_call", [{ to: address, data }, "latest"]));
    if (!found.endsWith(owner.slice(2).toLowerCase())) {
      throw new Error(`The token at ${address} did not begin: its owner is ${found}`);
    }
  }
}

function hex(value: bigint) {
  return `0x${value.toString(16)}`;
}
