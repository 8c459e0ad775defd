import type { AdminUseCase } from "@/lib/contract/use-cases";
import { uncountedPaginationOf } from "@/lib/kernel/page";
import type { listJournalsContract } from "../contract";
import { presentJournal } from "../present";
import { listJournals as readJournals } from "./store";

/** Lists journals, newest first. Source: docs/books.md. */
export const listJournals: AdminUseCase<typeof listJournalsContract> = async ({ input }) => {
  const { skip, limit, cursor, ...filter } = input.query;
  const page = { skip, limit, cursor };
  const { rows, nextCursor } = await readJournals(filter, page);
  return {
    journals: rows.map(presentJournal),
    pagination: uncountedPaginationOf(page, nextCursor),
  };
};
