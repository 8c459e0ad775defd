import type { AdminUseCase } from "@/lib/contract/use-cases";
import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import type { getJournalContract } from "../contract";
import { presentJournal, presentLeg, presentPosting } from "../present";
import { findJournal } from "../store";

/**
 * Returns a journal with its legs. Source: docs/books.md.
 * @throws ServiceError JOURNAL_NOT_FOUND
 */
export const getJournal: AdminUseCase<typeof getJournalContract> = async ({ input }) => {
  const { id } = input.params;
  const row = await findOrRefuse("jrn", id, "JOURNAL_NOT_FOUND", () => findJournal(id));
  return {
    ...presentJournal(row),
    legs: row.legs.map(presentLeg),
    ...(row.walletTransactionId !== null && { serviceTransactionId: row.walletTransactionId }),
    ...(row.posting && { posting: presentPosting(row.posting) }),
  };
};
