import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { listJournalsContract } from "../contract";
import { presentJournal } from "../present";
import { listJournals as readJournals } from "./store";

/** Lists journals, newest first. `next` is set when there are more. Source: docs/books.md. */
export const listJournals: AdminUseCase<typeof listJournalsContract> = async ({ input }) => {
  const { limit, ...filter } = input.query;
  const found = await readJournals(filter, limit + 1);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return {
    journals: rows.map(presentJournal),
    ...(found.length > limit && last && { next: last.id }),
  };
};
