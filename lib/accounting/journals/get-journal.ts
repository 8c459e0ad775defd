import type { AdminUseCase } from "@/lib/contract/use-cases";
import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { getJournalContract } from "../contract";
import { presentJournal, presentLeg, presentPosting } from "../present";
import { findJournal } from "../store";

/**
 * Returns a journal with its legs. Source: docs/books.md.
 * @throws ServiceError JOURNAL_NOT_FOUND
 */
export const getJournal: AdminUseCase<typeof getJournalContract> = async ({ input }) => {
  const { id } = input.params;
  const row = isId("jrn", id) ? await findJournal(id) : undefined;
  if (!row) throw new ServiceError("JOURNAL_NOT_FOUND");
  return {
    ...presentJournal(row),
    legs: row.legs.map(presentLeg),
    ...(row.walletTransactionId !== null && { serviceTransactionId: row.walletTransactionId }),
    ...(row.posting && { posting: presentPosting(row.posting) }),
  };
};
