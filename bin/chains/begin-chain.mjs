import { encodeFunctionData, parseAbi } from "viem";
import { chainRpc } from "./call-chain.mjs";
import { layTokens } from "./deploy-tokens.mjs";

const ether = 10n ** 18n;
const leastWei = 100n * ether;
const plentyWei = 1_000_000n * ether;
/** A thousand million dollars. */
const faucetMicro = 10n ** 15n;

const tokenAbi = parseAbi(["function mint(address to, uint256 amount) returns (bool)"]);

/**
 * What has to be known of a network to stand in for it.
 *
 * @typedef {object} LocalNetwork
 * @property {string} chain
 * @property {number} chainId
 * @property {import("./deploy-tokens.mjs").LaidToken[]} tokens
 */

/**
 * The first blocks of a local chain: its tokens, and a faucet that owns them and has plenty.
 *
 * @param {string} rpcUrl
 * @param {LocalNetwork} network
 * @param {string} faucet
 */
export async function beginChain(rpcUrl, { tokens }, faucet) {
  await chainRpc(rpcUrl, "anvil_setBalance", [faucet, hex(plentyWei)]);
  await layTokens({ rpcUrl, owner: faucet, tokens });
  await chainRpc(rpcUrl, "anvil_impersonateAccount", [faucet]);
  const data = encodeFunctionData({
    abi: tokenAbi,
    functionName: "mint",
    args: [/** @type {`0x${string}`} */ (faucet), faucetMicro],
  });
  for (const { address } of tokens) {
    await chainRpc(rpcUrl, "eth_sendTransaction", [{ from: faucet, to: address, data }]);
  }
  await chainRpc(rpcUrl, "evm_mine");
  await chainRpc(rpcUrl, "anvil_stopImpersonatingAccount", [faucet]);
}

/** Gas costs nothing here, and nobody should run out of it. @param {string} rpcUrl @param {string[]} accounts */
export async function giveGas(rpcUrl, accounts) {
  for (const account of accounts) {
    const balance = String(await chainRpc(rpcUrl, "eth_getBalance", [account, "latest"]));
    if (BigInt(balance) >= leastWei) continue;
    await chainRpc(rpcUrl, "anvil_setBalance", [account, hex(plentyWei)]);
  }
}

/** @param {bigint} value */
function hex(value) {
  return `0x${value.toString(16)}`;
}
