import { setImmediate as nextTurn } from "node:timers/promises";
import { nodeHash } from "./format/encode";

const HASH_BYTES = 32;
/** A hash takes microseconds, those of a busy day seconds. After so many, the requests that wait are answered. */
const HASHES_PER_TURN = 500;

const hashAt = (level: Buffer, index: number): Buffer =>
  level.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES);

/** The level above: a hash for each two, and the last of an odd number as it is. */
async function levelAbove(level: Buffer): Promise<Buffer> {
  const count = level.length / HASH_BYTES;
  const above = Buffer.alloc(Math.ceil(count / 2) * HASH_BYTES);
  for (let index = 0; index < count; index += 2) {
    if (index % (2 * HASHES_PER_TURN) === 0) await nextTurn();
    const left = hashAt(level, index);
    const hash = index + 1 < count ? nodeHash(left, hashAt(level, index + 1)) : left;
    hash.copy(above, (index / 2) * HASH_BYTES);
  }
  return above;
}

/** The tree of a day with all of its hashes, 64 bytes for a leaf, so that each path is read and not computed. */
export class DayTree {
  private readonly levels: readonly Buffer[];

  private constructor(levels: readonly Buffer[]) {
    this.levels = levels;
  }

  /** Builds the tree of RFC 6962 over leaf hashes, which follow one another. There must be at least one. */
  static async over(leaves: Buffer): Promise<DayTree> {
    const levels = [leaves];
    for (let top = leaves; top.length > HASH_BYTES; levels.push(top)) top = await levelAbove(top);
    return new DayTree(levels);
  }

  get root(): string {
    return this.levels.at(-1)?.toString("hex") ?? "";
  }

  get bytes(): number {
    return this.levels.reduce((sum, level) => sum + level.length, 0);
  }

  /** The index of a leaf; undefined when the tree does not have it. */
  indexOf(leaf: Buffer): number | undefined {
    const [leaves = leaf] = this.levels;
    let place = leaves.indexOf(leaf);
    // Bytes of two neighbours are no leaf.
    while (place >= 0 && place % HASH_BYTES !== 0) place = leaves.indexOf(leaf, place + 1);
    return place < 0 ? undefined : place / HASH_BYTES;
  }

  /** The hashes in hexadecimal that prove that a leaf is in the tree, from the leaf up. Source: RFC 6962, section 2.1.1. */
  pathOf(index: number): string[] {
    return this.levels.flatMap((level, height) => {
      // The neighbour of an even place is the next one, of an odd one the one before. The last one may have none.
      const place = Math.floor(index / 2 ** height);
      const other = hashAt(level, place % 2 === 0 ? place + 1 : place - 1);
      return other.length === 0 ? [] : [other.toString("hex")];
    });
  }
}
