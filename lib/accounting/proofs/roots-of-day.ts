import { leafHash } from "./format/encode";
import { TreeBuilder } from "./format/tree";
import { journalsOf, readDay } from "./store";

/** A root that was computed from the ledger. */
export interface ComputedRoot {
  partnerId: string;
  leafCount: number;
  root: string;
  firstJournalId: string;
  lastJournalId: string;
}

/** Computes the root of each partner with journals on a day, in one snapshot and with one statement for all partners. */
export function rootsOfDay(day: string, databaseUrl?: string): Promise<ComputedRoot[]> {
  return readDay(databaseUrl, async (client) => {
    const found: ComputedRoot[] = [];
    let tree = new TreeBuilder();
    for await (const batch of journalsOf(client, day))
      for (const { partnerId, ...journal } of batch) {
        const { journalId } = journal;
        let current = found.at(-1);
        if (current?.partnerId !== partnerId) {
          if (current) current.root = tree.root().toString("hex");
          tree = new TreeBuilder();
          const ends = { firstJournalId: journalId, lastJournalId: journalId };
          current = { partnerId, leafCount: 0, root: "", ...ends };
          found.push(current);
        }
        tree.add(leafHash(partnerId, journal));
        current.leafCount += 1;
        current.lastJournalId = journalId;
      }
    const last = found.at(-1);
    if (last) last.root = tree.root().toString("hex");
    return found;
  });
}
