import type { AuditFinding } from "@/lib/ledger";
import { dayBytes, dayHash, FIRST_PREVIOUS } from "./format/encode";
import { isSigned } from "./format/keys";
import { type ComputedRoot, rootsOfDay } from "./roots-of-day";
import { findKeys, findLastHashes, findRootsOfDay, type RootRow } from "./store";

const NAME = "daily-roots";
const MEANING =
  "The journals of a sealed day are not those that the service signed: a posting was changed, added or removed afterwards, or a root was.";
const MAX_ROWS = 20;

type Faults = Record<string, unknown>[];

/** Compares a stored root with the one that the ledger has now; undefined without a fault. */
function faultOf(
  stored: RootRow | undefined,
  computed: ComputedRoot | undefined,
  isSound: (root: RootRow) => boolean,
): string | undefined {
  if (!stored) return "the partner has journals and no root";
  if (!computed) return "the partner has a root and no journals";
  if (stored.root !== computed.root || stored.leafCount !== computed.leafCount)
    return "the root is not that of the journals";
  return isSound(stored) ? undefined : "the signature or the hash does not belong to the root";
}

async function faultsOf(day: string): Promise<Faults> {
  const [stored, computed, keys] = await Promise.all([
    findRootsOfDay(day),
    rootsOfDay(day),
    findKeys(),
  ]);
  const partnerIds = [...new Set([...stored, ...computed].map(({ partnerId }) => partnerId))];
  const previous = await findLastHashes(partnerIds, day);
  const isSound = (root: RootRow) => {
    const key = keys.find(({ keyId }) => keyId === root.keyId);
    const continues = (previous.get(root.partnerId) ?? FIRST_PREVIOUS) === root.previous;
    const isHash = dayHash(root) === root.hash;
    return (
      key !== undefined && continues && isHash && isSigned(key, dayBytes(root), root.signature)
    );
  };
  const storedOf = new Map(stored.map((root) => [root.partnerId, root]));
  const computedOf = new Map(computed.map((root) => [root.partnerId, root]));
  return partnerIds.flatMap((partnerId) => {
    const fault = faultOf(storedOf.get(partnerId), computedOf.get(partnerId), isSound);
    return fault === undefined ? [] : [{ partner_id: partnerId, day, fault }];
  });
}

export interface DaysFinding extends AuditFinding {
  /** The days with a fault, in the order in which they were given. */
  brokenDays: string[];
}

/**
 * Recomputes the roots of sealed days from the ledger, and compares them with the stored ones: their leaves, signatures and the hash
 * of the previous day. The result has the form of an invariant of the books. Source: docs/verifiable-ledger.md
 */
export async function auditDays(days: readonly string[]): Promise<DaysFinding> {
  const brokenRows: Faults = [];
  const brokenDays: string[] = [];
  for (const day of days) {
    const faults = await faultsOf(day);
    if (faults.length > 0) brokenDays.push(day);
    brokenRows.push(...faults);
  }
  return { name: NAME, meaning: MEANING, brokenRows: brokenRows.slice(0, MAX_ROWS), brokenDays };
}
