import { requireEqualClocks } from "@/lib/db/require-equal-clocks";
import { now } from "@/lib/kernel/clock";
import { findNextDay } from "./find-next-day";
import { dayBytes, dayHash, FIRST_PREVIOUS } from "./format/encode";
import { type SigningKey, signBytes } from "./format/keys";
import { rootsOfDay } from "./roots-of-day";
import { configuredKeys } from "./signing-keys";
import { closeDays, findLastHashes, findSealedBefore, sealDay } from "./store";

/** The days of one run, so that a run ends also when years have to be caught up. */
const MAX_DAYS = 200;

/** Computes, signs and stores the roots of a closed day. Returns false when another process sealed the day meanwhile. */
async function seal(day: string, key: SigningKey): Promise<boolean> {
  const computed = await rootsOfDay(day);
  const partnerIds = computed.map(({ partnerId }) => partnerId);
  const hashes = await findLastHashes(partnerIds, day);
  const roots = computed.map((root) => {
    const previous = hashes.get(root.partnerId) ?? FIRST_PREVIOUS;
    const header = { ...root, day, previous, keyId: key.keyId };
    return { ...header, hash: dayHash(header), signature: signBytes(key, dayBytes(header)) };
  });
  return sealDay(day, key, roots, now());
}

/**
 * Seals the days that are closed, oldest first, as a background job: a signed Merkle root for each partner with journals.
 * Days without journals of any partner are skipped. Without LEDGER_SIGNING_KEY days are only closed; they are sealed once
 * there is a key. Throws, and closes nothing, while the clocks of the database and of this process differ. Source: docs/decisions/0092-verifiable-ledger.md
 */
export async function sealDays(): Promise<{ sealed: number }> {
  await requireEqualClocks();
  const closedBefore = await closeDays();
  const [key] = configuredKeys();
  if (!key) return { sealed: 0 };
  let sealed = 0;
  while (sealed < MAX_DAYS) {
    const from = await findSealedBefore();
    const day = await findNextDay(from, closedBefore);
    if (day === undefined || !(await seal(day, key))) break;
    sealed += 1;
  }
  return { sealed };
}
