import type { UseCase } from "@/lib/contract/use-cases";
import { DAY_MS } from "@/lib/kernel/durations";
import { ServiceError } from "@/lib/kernel/errors";
import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import { limitRate } from "@/lib/kernel/rate-limit";
import { RATE_LIMITS } from "@/lib/kernel/rate-limits";
import type { getJournalProofContract } from "./contract";
import { dayWithPath, openingOf } from "./proof-days";
import { findDayOf, findRoots } from "./store";

const dayAfter = (day: string) =>
  new Date(new Date(`${day}T00:00:00Z`).getTime() + DAY_MS).toISOString().slice(0, 10);

/**
 * Returns the proof that a journal of the partner is in the ledger. Source: docs/verifiable-ledger.md
 * @throws ServiceError JOURNAL_NOT_FOUND, also for a journal of another partner; JOURNAL_NOT_SEALED while its day has no
 * root; RATE_LIMITED.
 */
export const getJournalProof: UseCase<typeof getJournalProofContract> = async ({
  partner,
  input,
}) => {
  const { journalId } = input.params;
  const day = await findOrRefuse("jrn", journalId, "JOURNAL_NOT_FOUND", () =>
    findDayOf(partner.id, journalId),
  );
  // To find a journal costs little; only its proof may need the whole day.
  await limitRate(`journal-proof:${partner.id}`, RATE_LIMITS.journalProof);
  const [root] = await findRoots(partner.id, day, dayAfter(day));
  const proved = root && (await dayWithPath(root, journalId));
  if (!proved) throw new ServiceError("JOURNAL_NOT_SEALED");
  const opening = await openingOf({ partnerId: partner.id, isComplete: false, period: day });
  return { ...opening, days: [proved] };
};
