import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { privateKeyToAddress } from "viem/accounts";
import { loadTypeScript } from "../bootstrap/load-typescript.mjs";
import { setting } from "../bootstrap/setting.mjs";
import { faucetKey, relayerAddress } from "../service/secrets.mjs";
import { startLocalChain } from "./start-local-chain.mjs";

/** Enough to see a deposit wait, and few enough for it to be credited within seconds. */
const localConfirmations = 3;
const localSweepMs = 5_000;
/** What is final lies so many blocks back. */
const finalityBlocks = 2;

/**
 * What demo.json says of a local chain.
 *
 * @typedef {{ chain: string, chainId: number, rpcUrl: string, tokens: Record<string, string>, faucetPrivateKey: string }} DemoChain
 *
 * @typedef {object} LocalChains
 * @property {DemoChain[]} chains
 * @property {Record<string, string>} env the settings that lead the server to them
 * @property {Promise<unknown>} ended the first of them that ends for good; see keep-running.mjs
 * @property {string[]} logs
 */

/**
 * A chain on this machine for each network that has no node in the settings.
 *
 * @param {object} options
 * @param {"staging" | "production"} options.environment
 * @param {ReturnType<import("../bootstrap/paths.mjs").dataPaths>} options.paths
 * @param {import("../service/secrets.mjs").Secrets} options.secrets
 * @param {import("../bootstrap/closing.mjs").Closing} options.closing
 * @param {number} [options.firstPort] of the first chain, the others follow; 0, the default, for free ones
 * @param {boolean} [options.isEach] also of a network that has a node in the settings
 * @returns {Promise<LocalChains>}
 */
export async function startChains({
  environment,
  paths,
  secrets,
  closing,
  firstPort = 0,
  isEach = false,
}) {
  await mkdir(paths.chains, { recursive: true, mode: 0o700 });
  const key = faucetKey(secrets);
  const networks = (await networksOf(environment)).filter(
    ({ suffix }) => isEach || setting(`RPC_URL_${suffix}`) === undefined,
  );
  const started = await Promise.allSettled(
    networks.map(async (network, index) => {
      const logFile = join(paths.logs, `chain-${network.chain}.log`);
      const confirmations =
        Number(setting(`CONFIRMATIONS_${network.suffix}`)) || localConfirmations;
      const local = await startLocalChain({
        network,
        folder: paths.chains,
        logFile,
        faucet: privateKeyToAddress(/** @type {`0x${string}`} */ (key)),
        relayer: relayerAddress(secrets),
        port: firstPort === 0 ? 0 : firstPort + index,
        burialBlocks: Math.max(confirmations, finalityBlocks),
      });
      closing.add(`The local chain ${network.chain}`, local.stop);
      return { network, local, logFile, confirmations };
    }),
  );
  const failed = started.find((each) => each.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  const running = started.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  return {
    chains: running.map(({ network, local }) => demoChain(network, local.rpcUrl, key)),
    env: Object.assign(
      {
        SANDBOX_FAUCET_PRIVATE_KEY: key,
        // The treasury of a demo begins empty: its first withdrawals should not wait a minute for what is swept.
        CHAIN_SWEEP_MS: String(localSweepMs),
        LOCAL_CHAINS: running.map(({ network }) => network.chain).join(","),
      },
      ...running.map(settingsOf),
    ),
    // Also of none: then it never ends.
    ended: Promise.race(running.map(({ local }) => local.ended)),
    logs: running.map(({ logFile }) => logFile),
  };
}

/**
 * @typedef {import("./begin-chain.mjs").LocalNetwork & { suffix: string, tokenNames: Record<string, string> }} StagingNetwork
 * @typedef {{ network: StagingNetwork, local: import("./start-local-chain.mjs").LocalChain, logFile: string, confirmations: number }} Running
 */

/** @param {"staging" | "production"} environment @returns {Promise<StagingNetwork[]>} */
async function networksOf(environment) {
  const [{ NETWORKS }, { settingSuffix }] = await Promise.all([
    loadTypeScript("lib/chain/networks.ts"),
    loadTypeScript("lib/chain/chain-setting.ts"),
  ]);
  /** @type {import("../../lib/chain/networks.ts").Network[]} */
  const networks = /** @type {any} */ (NETWORKS)[environment];
  return networks.map(({ chain, chainId, tokens }) => ({
    chain,
    chainId,
    suffix: String(/** @type {(chain: string) => string} */ (settingSuffix)(chain)),
    tokens: tokens.map(({ token, address, eip3009 }) => ({
      address,
      name: eip3009?.name ?? token.toUpperCase(),
      symbol: token.toUpperCase(),
      version: eip3009?.version ?? "1",
    })),
    tokenNames: Object.fromEntries(tokens.map(({ token, address }) => [token, address])),
  }));
}

/** @param {StagingNetwork} network @param {string} rpcUrl @param {string} faucetPrivateKey @returns {DemoChain} */
function demoChain({ chain, chainId, tokenNames }, rpcUrl, faucetPrivateKey) {
  return { chain, chainId, rpcUrl, tokens: tokenNames, faucetPrivateKey };
}

/** @param {Running} running @returns {Record<string, string>} */
function settingsOf({ network: { suffix }, local, confirmations }) {
  return {
    [`RPC_URL_${suffix}`]: local.rpcUrl,
    [`CONFIRMATIONS_${suffix}`]: String(confirmations),
    ...(local.startBlock > 0 ? { [`CHAIN_START_BLOCK_${suffix}`]: String(local.startBlock) } : {}),
  };
}
