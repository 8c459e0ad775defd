import { BATCH_ROWS } from "@/lib/db/batch-rows";
import { eachBatch } from "@/lib/db/each-batch";
import { treeOf } from "./day-trees";
import { leafHash } from "./format/encode";
import type { ProofDay, ProofFile } from "./format/proof-file";
import { publicKeys } from "./signing-keys";
import { findJournal, findJournals, findSealedBefore, type RootRow } from "./store";

/** A file without its days. */
export type Opening = Omit<ProofFile, "days">;

/** The part of a file before its days. */
export async function openingOf(
  contents: Pick<Opening, "partnerId" | "period" | "isComplete">,
): Promise<Opening> {
  const [keys, sealedBefore] = await Promise.all([publicKeys(), findSealedBefore()]);
  return { format: "ledger-proof-1", ...contents, sealedBefore, keys };
}

function dayOf(root: RootRow, journals: ProofDay["journals"]): ProofDay {
  const { day, leafCount, previous, keyId, signature } = root;
  return { day, leafCount, root: root.root, previous, keyId, signature, journals };
}

/** A day without its journals, which a file has after it. */
export const dayWithoutJournals = (root: RootRow): ProofDay => dayOf(root, []);

/**
 * Yields all journals of a day in batches, in the order of its leaves. They lead to the root without paths. A sealed day does not
 * change, so its batches need no common snapshot.
 */
export const journalsOfDay = (root: RootRow) =>
  eachBatch(async (afterId: string | undefined) => {
    const rows = await findJournals(root, afterId ?? "", BATCH_ROWS);
    return { rows, next: rows.length < BATCH_ROWS ? undefined : rows.at(-1)?.journalId };
  });

/** A day with one of its journals and its path; undefined when the journal is not of the day. */
export async function dayWithPath(root: RootRow, journalId: string): Promise<ProofDay | undefined> {
  const journal = await findJournal(root, journalId);
  if (!journal) return undefined;
  const leaf = leafHash(root.partnerId, journal);
  const tree = await treeOf(root, leaf);
  const index = tree.indexOf(leaf);
  if (index === undefined) return undefined;
  return dayOf(root, [{ ...journal, legs: [...journal.legs], index, path: tree.pathOf(index) }]);
}
