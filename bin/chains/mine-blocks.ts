import { callChain } from "./call-chain.ts";

const lookEveryMs = 500;
/** The interval at which blocks of other programs are looked for. */
const looksPerHead = 4;
const blockTimeMs = 1_000;
/** The interval of empty blocks, which show that an idle chain works. All blocks are kept, so they should be few. */
const idleBlockTimeMs = 60_000;
const mostFailures = 5;

interface MineBlocksOptions {
  rpcUrl: string;
  /** How many blocks follow a block with transactions. */
  burialBlocks: number;
  save: () => Promise<void>;
  signal: AbortSignal;
}

/**
 * Mines the blocks of a local chain: one a second while transactions wait for a block or for confirmations, otherwise
 * few, because a block a second adds 100 MB a day.
 *
 * Each block is saved before the next one is mined. So a block with another one on top of it is on the disk before
 * anybody sees it confirmed, and no crash reverts it.
 *
 * @returns rejects when the chain repeatedly ignores the command
 */
export async function mineBlocks({
  rpcUrl,
  burialBlocks,
  save,
  signal,
}: MineBlocksOptions): Promise<void> {
  const miner = await createMiner(rpcUrl, burialBlocks, save);
  for (let failures = 0; !signal.aborted; ) {
    try {
      await miner.look();
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures === mostFailures) throw error;
    }
    await pause(lookEveryMs, signal);
  }
}

async function createMiner(rpcUrl: string, burialBlocks: number, save: () => Promise<void>) {
  let saved = await headOf(rpcUrl);
  let isUnsaved = false;
  // A loaded chain has only its newest state. These blocks give it a recent history.
  let left = burialBlocks;
  let minedMs = performance.now();
  let looks = 0;

  return {
    async look() {
      looks += 1;
      const isWaiting = await hasPending(rpcUrl);
      // Another program mined blocks, as tools can.
      if (looks % looksPerHead === 0 && (await headOf(rpcUrl)) !== saved) isUnsaved = true;
      if (isWaiting || isUnsaved) left = burialBlocks;
      if (isUnsaved) await saveNow();
      const dueMs = isWaiting || left > 0 ? blockTimeMs : idleBlockTimeMs;
      if (performance.now() - minedMs < dueMs) return;
      await callChain(rpcUrl, "evm_mine");
      minedMs = performance.now();
      if (!isWaiting) left = Math.max(0, left - 1);
      // No other block is mined until this one is saved, also when saving fails.
      isUnsaved = true;
      await saveNow();
    },
  };

  async function saveNow() {
    const head = await headOf(rpcUrl);
    await save();
    saved = head;
    isUnsaved = false;
  }
}

async function headOf(rpcUrl: string) {
  const block = await callChain(rpcUrl, "eth_getBlockByNumber", ["latest", false]);
  return (block as { hash: string }).hash;
}

async function hasPending(rpcUrl: string) {
  const pool = await callChain(rpcUrl, "txpool_status");
  return Number((pool as { pending: string }).pending) > 0;
}

function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, durationMs);
    signal.addEventListener("abort", end, { once: true });
  });
}
