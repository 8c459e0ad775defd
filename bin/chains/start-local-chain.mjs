import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { keepRunning } from "../process/keep-running.mjs";
import { beginChain, giveGas } from "./begin-chain.mjs";
import { loadChain, saveChain } from "./chain-state.mjs";
import { mineBlocks } from "./mine-blocks.mjs";
import { startAnvil } from "./start-anvil.mjs";

/** Finality two blocks behind the head; a short memory of states; no storage that grows with every block. */
const anvilArgs = [
  ...["--accounts", "0", "--no-mining", "--slots-in-an-epoch", "1", "--prune-history", "64"],
  ...["--hardfork", "cancun", "--no-request-size-limit", "--no-cors"],
];

/**
 * One local chain: its process, its blocks and its file in the data folder. It is begun again, with what was saved and at
 * the same URL, when its process dies.
 *
 * @typedef {object} LocalChain
 * @property {string} rpcUrl
 * @property {() => number} pid of its process as it is now
 * @property {number} startBlock nothing older can be read for certain
 * @property {() => Promise<void>} stop
 * @property {Promise<unknown>} ended see keep-running.mjs
 *
 * @typedef {object} LocalChainOptions
 * @property {import("./begin-chain.mjs").LocalNetwork} network
 * @property {string} folder
 * @property {string} logFile
 * @property {string} faucet whose the tokens are
 * @property {string | undefined} relayer whose gas is paid for
 * @property {number} [port] 0, the default, for one that is free
 * @property {number} burialBlocks how many blocks follow one in which something happened
 *
 * @param {LocalChainOptions} options
 * @returns {Promise<LocalChain>}
 */
export async function startLocalChain(options) {
  const { network, folder, logFile, burialBlocks, port = 0 } = options;
  const stateFile = join(folder, `${network.chain}.state.gz`);
  const first = await startRun(port);
  const { rpcUrl, startBlock } = first;
  const { current, ended, stop } = keepRunning({
    name: `The local chain ${network.chain}`,
    ...{ logFile, first },
    begin: () => startRun(Number(new URL(rpcUrl).port)),
  });

  /** @param {number} port */
  async function startRun(port) {
    const { anvil, oldest } = await startWithState(options, stateFile, port);
    const ending = new AbortController();
    const save = () => saveChain(anvil.rpcUrl, stateFile);
    const mined = mineBlocks({ rpcUrl: anvil.rpcUrl, burialBlocks, save, signal: ending.signal });
    const mining = mined.catch(async (error) => {
      // One that does not answer, or cannot be saved, is of no use any more.
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

/** @param {LocalChainOptions} options @param {string} stateFile @param {number} port */
async function startWithState({ network, logFile, faucet, relayer }, stateFile, port) {
  const anvil = await startAnvil({ chainId: network.chainId, logFile, args: anvilArgs, port });
  try {
    const oldest = await loadChain(anvil.rpcUrl, stateFile);
    if (oldest === undefined) await beginChain(anvil.rpcUrl, network, faucet);
    await giveGas(anvil.rpcUrl, [faucet, ...(relayer === undefined ? [] : [relayer])]);
    await saveChain(anvil.rpcUrl, stateFile);
    return { anvil, oldest: oldest ?? 0 };
  } catch (error) {
    await anvil.kill();
    throw error;
  }
}
