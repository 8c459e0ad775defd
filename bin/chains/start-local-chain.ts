import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { keepRunning } from "../process/keep-running.ts";
import { mineBlocks } from "./mine-blocks.ts";
import { giveGas, type LocalNetwork, prepareChain } from "./prepare-chain.ts";
import { loadChain, saveChain } from "./save-and-load-chain.ts";
import { startAnvil } from "./start-anvil.ts";

/** Finality two blocks behind the head; a short memory of states; no storage that grows with every block. */
const anvilArgs = [
  ...["--accounts", "0", "--no-mining", "--slots-in-an-epoch", "1", "--prune-history", "64"],
  ...["--hardfork", "cancun", "--no-request-size-limit", "--no-cors"],
];

/**
 * One local chain: its process, its blocks and its file in the data folder. When the process dies, the chain is restarted
 * at the same URL from its saved state.
 */
export interface LocalChain {
  rpcUrl: string;
  /** The id of the current process. */
  pid: () => number;
  /** The oldest block that can be read. */
  startBlock: number;
  stop: () => Promise<void>;
  /** See bin/process/keep-running.ts. */
  ended: Promise<unknown>;
}

export interface LocalChainOptions {
  network: LocalNetwork;
  folder: string;
  logFile: string;
  /** The owner of the tokens. */
  faucet: string;
  /** The account that gets gas. */
  relayer: string | undefined;
  /** 0, the default, for one that is free. */
  port?: number;
  /** How many blocks follow a block with transactions. */
  burialBlocks: number;
}

export async function startLocalChain(options: LocalChainOptions): Promise<LocalChain> {
  const { network, folder, logFile, burialBlocks, port = 0 } = options;
  const stateFile = join(folder, `${network.chain}.state.gz`);
  const first = await startRun(port);
  const { rpcUrl, startBlock } = first;
  const { current, ended, stop } = keepRunning({
    name: `The local chain ${network.chain}`,
    ...{ logFile, first },
    begin: () => startRun(Number(new URL(rpcUrl).port)),
  });

  async function startRun(port: number) {
    const { anvil, oldest } = await startWithState(options, stateFile, port);
    const ending = new AbortController();
    const save = () => saveChain(anvil.rpcUrl, stateFile);
    const mined = mineBlocks({ rpcUrl: anvil.rpcUrl, burialBlocks, save, signal: ending.signal });
    const mining = mined.catch(async (error) => {
      // A chain that does not respond, or cannot be saved, is restarted.
      await anvil.kill();
      await appendFile(logFile, `no block could be made: ${error}\n`);
    });
    const endMining = () => {
      ending.abort();
      return mining;
    };
    return {
      pid: anvil.pid,
      rpcUrl: anvil.rpcUrl,
      startBlock: oldest,
      ended: anvil.ended.then(async (reason) => {
        await endMining();
        return reason;
      }),
      async stop() {
        await endMining();
        if (anvil.isRunning()) await save();
        await anvil.stop();
      },
    };
  }

  return { rpcUrl, pid: () => current().pid, startBlock, ended, stop };
}

async function startWithState(
  { network, logFile, faucet, relayer }: LocalChainOptions,
  stateFile: string,
  port: number,
) {
  const anvil = await startAnvil({ chainId: network.chainId, logFile, args: anvilArgs, port });
  try {
    const oldest = await loadChain(anvil.rpcUrl, stateFile);
    if (oldest === undefined) await prepareChain(anvil.rpcUrl, network, faucet);
    await giveGas(anvil.rpcUrl, [faucet, ...(relayer === undefined ? [] : [relayer])]);
    await saveChain(anvil.rpcUrl, stateFile);
    return { anvil, oldest: oldest ?? 0 };
  } catch (error) {
    await anvil.kill();
    throw error;
  }
}
