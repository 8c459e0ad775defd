import { treeOf } from "./day-trees";
import { leafHash } from "./format/encode";
import type { ProofDay, ProofFile } from "./format/proof-file";
import { publicKeys } from "./signing-keys";
import { findJournal, findJournals, findSealedBefore, type RootRow } from "./store";

/** A file without its days. */
export type Opening = Omit<ProofFile, "days">;

/** The part of a file before its days. */
export async function openingOf(
  partnerId: string,
  period: string,
  isComplete: boolean,
): Promise<Opening> {
  const [keys, sealedBefore] = await Promise.all([publicKeys(), findSealedBefore()]);
  return { format: "ledger-proof-1", partnerId, isComplete, period, sealedBefore, keys };
}

function dayOf(root: RootRow, journals: ProofDay["journals"]): ProofDay {
  const { day, leafCount, previous, keyId, signature } = root;
  return { day, leafCount, root: root.root, previous, keyId, signature, journals };
}

/** A day with all of its journals, which lead to the root without paths. */
export async function wholeDay(root: RootRow): Promise<ProofDay> {
  const journals = await findJournals(root);
  return dayOf(
    root,
    journals.map((journal, index) => ({ ...journal, legs: [...journal.legs], index })),
  );
}

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
