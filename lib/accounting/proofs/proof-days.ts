import { setImmediate as nextTurn } from "node:timers/promises";
import { leafHash } from "./format/encode";
import type { ProofDay, ProofFile } from "./format/proof-file";
import { inclusionPath } from "./format/tree";
import { publicKeys } from "./signing-keys";
import { findJournals, findSealedBefore, type RootRow } from "./store";

/** A hash takes tens of microseconds, those of a busy day seconds. After so many, the requests that wait are answered. */
const LEAVES_PER_TURN = 500;

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
  const journals = await findJournals(root);
  const index = journals.findIndex((journal) => journal.journalId === journalId);
  const journal = journals[index];
  if (!journal) return undefined;
  const leaves: Buffer[] = [];
  for (const each of journals) {
    if (leaves.length % LEAVES_PER_TURN === 0) await nextTurn();
    leaves.push(leafHash(root.partnerId, each));
  }
  const path = inclusionPath(leaves, index).map((hash) => hash.toString("hex"));
  return dayOf(root, [{ ...journal, legs: [...journal.legs], index, path }]);
}
