import { readFile } from "node:fs/promises";
import { encodeFunctionData } from "viem";
import { artifactsPath } from "../contracts/compile.mjs";
import { chainRpc } from "./call-chain.mjs";

const gasWei = 10n ** 18n;

/**
 * A token as a local chain is to have it, at the address of the real one.
 *
 * @typedef {object} LaidToken
 * @property {string} address
 * @property {string} name
 * @property {string} symbol
 * @property {string} version
 */

/**
 * Lays test tokens on a local chain and mines the block in which they begin. They belong to `owner`, who may mint, pause
 * and block.
 *
 * @param {object} options
 * @param {string} options.rpcUrl
 * @param {string} options.owner
 * @param {LaidToken[]} options.tokens
 */
export async function layTokens({ rpcUrl, owner, tokens }) {
  const { contracts } = JSON.parse(await readFile(artifactsPath, "utf8"));
  const { abi, deployedBytecode } = contracts.TestStablecoin;
  await chainRpc(rpcUrl, "anvil_impersonateAccount", [owner]);
  const ownersWei = BigInt(String(await chainRpc(rpcUrl, "eth_getBalance", [owner, "latest"])));
  await chainRpc(rpcUrl, "anvil_setBalance", [owner, hex(ownersWei + gasWei)]);
  for (const { address, name, symbol, version } of tokens) {
    await chainRpc(rpcUrl, "anvil_setCode", [address, deployedBytecode]);
    const data = encodeFunctionData({
      abi,
      functionName: "initialize",
      args: [name, symbol, version, owner],
    });
    await chainRpc(rpcUrl, "eth_sendTransaction", [{ from: owner, to: address, data }]);
  }
  await chainRpc(rpcUrl, "evm_mine");
  await chainRpc(rpcUrl, "anvil_setBalance", [owner, hex(ownersWei)]);
  await chainRpc(rpcUrl, "anvil_stopImpersonatingAccount", [owner]);
  for (const { address } of tokens) {
    const data = encodeFunctionData({ abi, functionName: "owner" });
    const found = String(await chainRpc(rpcUrl, "eth_call", [{ to: address, data }, "latest"]));
    if (!found.endsWith(owner.slice(2).toLowerCase())) {
      throw new Error(`The token at ${address} did not begin: its owner is ${found}`);
    }
  }
}

/** @param {bigint} value */
function hex(value) {
  return `0x${value.toString(16)}`;
}
