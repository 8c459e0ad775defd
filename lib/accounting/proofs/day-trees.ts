import { setImmediate as nextTurn } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { outlastLoss } from "@/lib/db/outlast-loss";
import { OpenLimit } from "@/lib/kernel/open-limit";
import { perProcess } from "@/lib/kernel/per-process";
import { RATE_LIMITS } from "@/lib/kernel/rate-limits";
import { DayTree } from "./day-tree";
import { leafHash, type ProofJournal } from "./format/encode";
import { journalsOfRoot, type RootRow, readDay } from "./store";

/** A hash of a journal takes tens of microseconds. After so many, the requests that wait are answered. */
const LEAVES_PER_TURN = 500;
/** The trees that a process keeps: those of a million journals. A larger tree is not kept. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;
/**
 * The proofs of one partner that may be under way: as many as its rate admits at once. A day of 40,000 journals takes about a second,
 * so a proof waits for some 10 s if another partner asks for as many days. With one limit for all partners, that one would have left
 * no place to the others.
 */
const MAX_OF_PARTNER = RATE_LIMITS.journalProof.burst;
const RETRY_AFTER_S = 5;
/** Longer than a statement for one batch of a day takes. A database that does not answer must not hold up all proofs. */
const ANSWER_TIMEOUT_MS = 30_000;

const shared = () =>
  perProcess("day trees", () => ({
    /** By their root: other journals have another root, so what is kept never becomes wrong. */
    kept: new LRUCache<string, DayTree>({
      maxSize: MAX_KEPT_BYTES,
      sizeCalculation: ({ bytes }) => bytes,
    }),
    /** One day at a time, of all partners together: its hashes take the time of all other requests, its batches their memory. */
    turn: pLimit(1),
    underWay: new OpenLimit({
      max: MAX_OF_PARTNER,
      text: "Too many proofs are being computed for you right now. Try again in a few seconds.",
      retryAfterS: RETRY_AFTER_S,
    }),
  }));

/** The leaf hashes of journals that arrive in batches, one after another. */
async function leavesOf(
  partnerId: string,
  journalsInBatches: AsyncIterable<ProofJournal[]>,
): Promise<Buffer> {
  const batches: Buffer[] = [];
  for await (const journals of journalsInBatches) {
    const leaves: Buffer[] = [];
    for (const journal of journals) {
      if (leaves.length % LEAVES_PER_TURN === 0) await nextTurn();
      leaves.push(leafHash(partnerId, journal));
    }
    // One buffer for a batch: a million small ones would take several times the memory of their bytes.
    batches.push(Buffer.concat(leaves));
  }
  return Buffer.concat(batches);
}

/** Computes a tree from the ledger, on a connection that no other request waits for. */
async function compute(root: RootRow): Promise<DayTree> {
  const read = () =>
    readDay(undefined, (client) => leavesOf(root.partnerId, journalsOfRoot(client, root)), {
      answerMs: ANSWER_TIMEOUT_MS,
    });
  return DayTree.over(await outlastLoss(read));
}

/** A kept tree that has the leaf. A journal that was changed after its day was sealed is in no kept tree. */
function keptTree(root: RootRow, leaf: Buffer): DayTree | undefined {
  const tree = shared().kept.get(root.root);
  return tree?.indexOf(leaf) === undefined ? undefined : tree;
}

/**
 * Returns the tree of a sealed day with a leaf that the ledger has. Computes it once as long as the process keeps it, since a
 * sealed day does not change.
 * @throws ServiceError RATE_LIMITED when too many proofs of the partner are under way
 */
export async function treeOf(root: RootRow, leaf: Buffer): Promise<DayTree> {
  const { kept, turn, underWay } = shared();
  const known = keptTree(root, leaf);
  if (known) return known;
  const end = underWay.count(root.partnerId);
  try {
    return await turn(async () => {
      // The request before may have been about the same day.
      const current = keptTree(root, leaf);
      if (current) return current;
      const tree = await compute(root);
      // If the journals are not those that were signed, the next request reads them again.
      if (tree.root === root.root) kept.set(root.root, tree);
      return tree;
    });
  } finally {
    end();
  }
}
