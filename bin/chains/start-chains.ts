import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Hex } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { settingSuffix } from "@/lib/chain/chain-setting";
import { NETWORKS } from "@/lib/chain/networks";
import type { Closing } from "../bootstrap/closing.mjs";
import type { DataPaths } from "../bootstrap/paths.mjs";
import { setting } from "../bootstrap/setting.mjs";
import { faucetKey, relayerAddress, type Secrets } from "../service/secrets.ts";
import type { LocalNetwork } from "./prepare-chain.ts";
import { type LocalChain, startLocalChain } from "./start-local-chain.ts";

/** Confirmations of a deposit: enough to show a pending deposit, and few enough to credit it within seconds. */
const localConfirmations = 3;
const localSweepMs = 5_000;
/** The number of blocks from the head to the finalized block. */
const finalityBlocks = 2;

/** A local chain in demo.json. */
export interface DemoChain {
  chain: string;
  chainId: number;
  rpcUrl: string;
  tokens: Record<string, string>;
  faucetPrivateKey: string;
}

export interface LocalChains {
  chains: DemoChain[];
  /** The settings that connect the server to the chains. */
  env: Record<string, string>;
  /** Resolves when the first chain ends for good; see bin/process/keep-running.ts. */
  ended: Promise<unknown>;
  logs: string[];
}

interface StartChainsOptions {
  environment: "staging" | "production";
  paths: DataPaths;
  secrets: Secrets;
  closing: Closing;
  /** The port of the first chain; the others take the ports after it. 0, the default, takes free ports. */
  firstPort?: number;
  /** Whether to start a chain also for a network that has a node in the settings. */
  isEach?: boolean;
}

/** Starts a local chain for each network that has no node in the settings. */
export async function startChains({
  environment,
  paths,
  secrets,
  closing,
  firstPort = 0,
  isEach = false,
}: StartChainsOptions): Promise<LocalChains> {
  await mkdir(paths.chains, { recursive: true, mode: 0o700 });
  const key = faucetKey(secrets);
  const networks = networksOf(environment).filter(
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
        faucet: privateKeyToAddress(key),
        relayer: relayerOf(secrets),
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
        // The treasury of a demo begins empty. Frequent sweeps let its first withdrawals not wait for a minute.
        CHAIN_SWEEP_MS: String(localSweepMs),
        LOCAL_CHAINS: running.map(({ network }) => network.chain).join(","),
      },
      ...running.map(settingsOf),
    ),
    // Never resolves when there is no chain.
    ended: Promise.race(running.map(({ local }) => local.ended)),
    logs: running.map(({ logFile }) => logFile),
  };
}

/** The account that gets gas: the relayer of the settings, otherwise that of the data folder. */
function relayerOf(secrets: Secrets) {
  const own = setting("CHAIN_RELAYER_KEY");
  return own === undefined ? relayerAddress(secrets) : privateKeyToAddress(own as Hex);
}

type StagingNetwork = LocalNetwork & { suffix: string; tokenNames: Record<string, string> };

interface Running {
  network: StagingNetwork;
  local: LocalChain;
  logFile: string;
  confirmations: number;
}

function networksOf(environment: "staging" | "production"): StagingNetwork[] {
  return NETWORKS[environment].map(({ chain, chainId, tokens }) => ({
    chain,
    chainId,
    suffix: settingSuffix(chain),
    tokens: tokens.map(({ token, address, eip3009 }) => ({
      address,
      name: eip3009?.name ?? token.toUpperCase(),
      symbol: token.toUpperCase(),
      version: eip3009?.version ?? "1",
    })),
    tokenNames: Object.fromEntries(tokens.map(({ token, address }) => [token, address])),
  }));
}

function demoChain(
  { chain, chainId, tokenNames }: StagingNetwork,
  rpcUrl: string,
  faucetPrivateKey: string,
): DemoChain {
  return { chain, chainId, rpcUrl, tokens: tokenNames, faucetPrivateKey };
}

function settingsOf({
  network: { suffix },
  local,
  confirmations,
}: Running): Record<string, string> {
  return {
    [`RPC_URL_${suffix}`]: local.rpcUrl,
    [`CONFIRMATIONS_${suffix}`]: String(confirmations),
    ...(local.startBlock > 0 ? { [`CHAIN_START_BLOCK_${suffix}`]: String(local.startBlock) } : {}),
  };
}
