import { nodeHash } from "./encode";

/**
 * Builds the root of the Merkle tree of RFC 6962 from leaf hashes that arrive one after another. Keeps one hash for each
 * complete subtree, so its memory grows with the logarithm of the leaves.
 */
export class TreeBuilder {
  private readonly subtrees: { hash: Buffer; size: number }[] = [];
  count = 0;

  add(leaf: Buffer): void {
    this.count += 1;
    let added = { hash: leaf, size: 1 };
    for (let last = this.subtrees.at(-1); last?.size === added.size; last = this.subtrees.at(-1)) {
      this.subtrees.pop();
      added = { hash: nodeHash(last.hash, added.hash), size: 2 * added.size };
    }
    this.subtrees.push(added);
  }

  /** @throws Error without leaves: a day without journals has no tree */
  root(): Buffer {
    const hashes = this.subtrees.map(({ hash }) => hash);
    const last = hashes.pop();
    if (!last) throw new Error("a tree has at least one leaf");
    return hashes.reduceRight((right, left) => nodeHash(left, right), last);
  }
}

/** The root over leaf hashes. */
export function rootOf(leaves: readonly Buffer[]): Buffer {
  const tree = new TreeBuilder();
  for (const leaf of leaves) tree.add(leaf);
  return tree.root();
}

/**
 * The root to which a leaf and its path lead in a tree of `count` leaves; undefined when the path has not the length that
 * the index and the count require. Source: RFC 9162, section 2.1.3.2.
 */
export function rootFromPath(
  leaf: Buffer,
  index: number,
  count: number,
  path: readonly Buffer[],
): Buffer | undefined {
  if (!Number.isSafeInteger(index) || index < 0 || index >= count) return undefined;
  let [position, last, hash] = [index, count - 1, leaf];
  for (const other of path) {
    if (last === 0) return undefined;
    if (position % 2 === 1 || position === last) {
      hash = nodeHash(other, hash);
      while (position % 2 === 0 && position !== 0) {
        position = Math.floor(position / 2);
        last = Math.floor(last / 2);
      }
    } else hash = nodeHash(hash, other);
    position = Math.floor(position / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? hash : undefined;
}
