import type { PageRequest, UncountedPage } from "@/lib/kernel/page";
import { eachBatch } from "./each-batch";

/**
 * Reads a list to its end, each page from the cursor of the one before, and yields the rows of each page. The list is not counted:
 * each page would count it again.
 * @param limit the rows of a page; one more is read to see whether a further page exists
 */
export function readPages<Row>(
  read: (page: PageRequest) => Promise<UncountedPage<Row>>,
  limit: number,
): AsyncGenerator<Row[], void> {
  return eachBatch(async (cursor: string | undefined) => {
    const { rows, nextCursor } = await read({ skip: 0, limit, cursor, isUncounted: true });
    return { rows, next: nextCursor };
  });
}
