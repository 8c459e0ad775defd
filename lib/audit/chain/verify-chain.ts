import { countErased, FIRST_HASH, hashEntry } from "./hash-entry";
import { type ChainEnd, type ChainLink, type ChainReader, readChain } from "./store";

/** Enough faults for a diagnosis. A chain that was rewritten may have as many faults as rows. */
const MAX_FAULTS = 20;

/** A place where the audit log was altered. */
export interface ChainFault {
  /** The position in the chain, counted from 1; null for an entry that is not in the chain. */
  position: bigint | null;
  /** Null if no remaining row names the entry. */
  entryId: string | null;
  /** For people: the fault. */
  text: string;
}

export interface ChainReport {
  /** The number of entries that were read, and the hash of the last one. */
  end: ChainEnd;
  /** The number of values that were erased, which the hashes still cover. */
  erasedValues: number;
  /** In the order of the chain, at most 20; empty if every row is unaltered. */
  faults: ChainFault[];
}

/**
 * Verifies the whole audit log: the hash of each row, its link to the previous row, the end against the head, and the
 * chain against the checkpoints of earlier verifications. `anchor` is a chain end that was recorded outside the
 * database and must occur in the chain: an attacker who can write the database can rewrite the whole chain, but not the
 * anchor. `databaseUrl` defaults to the service's database. Source: design 9, append-only audit log;
 * docs/decisions/0022-audit-chain.md
 */
export function verifyChain(databaseUrl?: string, anchor?: ChainEnd): Promise<ChainReport> {
  return readChain(databaseUrl, async (reader) => {
    const known = await reader.checkpoints();
    const { end, erasedValues, faults } = await followLinks(
      reader,
      anchor ? [...known, anchor] : known,
    );
    for (const id of await reader.unchained(MAX_FAULTS))
      faults.push({
        position: null,
        entryId: id,
        text: "this entry was not written by the service",
      });
    faults.push(...headFaults(end, await reader.head()));
    return { end, erasedValues, faults: faults.slice(0, MAX_FAULTS) };
  });
}

async function followLinks(reader: ChainReader, known: ChainEnd[]): Promise<ChainReport> {
  const expected = new Map(known.map((each) => [each.entries, each]));
  const faults: ChainFault[] = [];
  let end: ChainEnd = { entries: 0n, hash: FIRST_HASH };
  let erasedValues = 0;
  for await (const link of reader.links()) {
    const { position, entryId, hash } = link;
    for (const text of linkFaults(link, end)) faults.push({ position, entryId, text });
    const found = expected.get(position);
    if (found && found.hash !== hash)
      faults.push({ position, entryId, text: "an earlier check found another entry here" });
    expected.delete(position);
    end = { entries: position, hash };
    if (link.entry) erasedValues += countErased(link.entry, link.salts);
  }
  for (const { entries } of expected.values())
    if (entries !== 0n)
      faults.push({
        position: entries,
        entryId: null,
        text: "an earlier check found an entry here, and there is none",
      });
  return { end, erasedValues, faults };
}

function linkFaults({ position, previousHash, hash, salts, entry }: ChainLink, before: ChainEnd) {
  const faults: string[] = [];
  if (position !== before.entries + 1n) faults.push(gapText(before.entries + 1n, position));
  if (previousHash !== before.hash) faults.push("this row does not follow the row before it");
  if (!entry) faults.push("the entry of this row was removed");
  else if (hashEntry(position, previousHash, entry, salts) !== hash)
    faults.push("this entry was changed, or moved here");
  return faults;
}

function gapText(expected: bigint, found: bigint): string {
  if (found < expected) return `rows are numbered from 1: ${found} cannot be`;
  const many = found - expected;
  return `before this row ${many === 1n ? "one was" : `${many} were`} removed`;
}

function headFaults(end: ChainEnd, head: ChainEnd | undefined): ChainFault[] {
  if (!head) return [{ position: null, entryId: null, text: "the head of the chain was removed" }];
  if (head.entries === end.entries && head.hash === end.hash) return [];
  const text =
    head.entries > end.entries
      ? `the last rows were removed: there were ${head.entries}, and ${end.entries} are left`
      : `the chain ends otherwise than its head says, after ${head.entries}`;
  return [{ position: end.entries, entryId: null, text }];
}
