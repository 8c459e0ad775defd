import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { Fault } from "../bootstrap/faults.mjs";
import { writeWhole } from "../service/secrets.ts";
import { callChain } from "./call-chain.ts";

const unpack = promisify(gunzip);
const pack = promisify(gzip);

/** More blocks than any reader goes back, and few enough to save in a tenth of a second. */
const keptBlocks = 5_000;

/** Saves the whole state of a local chain. The file is on the disk when this returns. */
export async function saveChain(rpcUrl: string, path: string) {
  const state = String(await callChain(rpcUrl, "anvil_dumpState"));
  await writeWhole(path, Buffer.from(state.slice(2), "hex"));
}

/**
 * Loads the saved state into a local chain that has just started. Returns the number of the oldest block, or undefined if
 * no state was saved.
 */
export async function loadChain(rpcUrl: string, path: string) {
  if (!existsSync(path)) return undefined;
  try {
    const { state, oldest } = await shortened(await readFile(path));
    await callChain(rpcUrl, "anvil_loadState", [`0x${state.toString("hex")}`]);
    return oldest;
  } catch (error) {
    throw new Fault(
      "dataFolderBroken",
      `The local chain in ${path} cannot be read. Restore the whole data folder from a backup; or, if nothing in it is ` +
        "worth keeping, move it away and start again.",
      { cause: error },
    );
  }
}

/**
 * Shortens a saved state, which would grow for weeks: of the old blocks, only those with transactions stay.
 */
export async function shortened(packed: Buffer) {
  const state = JSON.parse((await unpack(packed)).toString("utf8"));
  const blocks: { header: { number: string }; transactions: unknown[] }[] = state.blocks;
  const numberOf = (block: (typeof blocks)[0]) => Number(block.header.number);
  // Not Math.max(...numbers): two busy days have more blocks than a call takes arguments.
  const newest = blocks.reduce((most, block) => Math.max(most, numberOf(block)), 0);
  const oldest = Math.max(0, newest - keptBlocks);
  if (blocks.every((block) => numberOf(block) >= oldest)) return { state: packed, oldest: 0 };
  const kept = blocks.filter(
    (block) => numberOf(block) >= oldest || numberOf(block) === 0 || block.transactions.length > 0,
  );
  const text = JSON.stringify({ ...state, blocks: kept });
  return { state: await pack(text), oldest };
}
