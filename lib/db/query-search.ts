import type { Page } from "@/lib/kernel/page";
import type { FoundPage } from "./query-list";

/**
 * Reads a page of a search. A search collects the ids of the rows that its indexes find; one that finds more than `maxIds` is made
 * again by comparing the rows of the list in their order, which has matches soon.
 * @param find reads the page; `isBroad`: each row is compared
 */
export async function querySearch<Row>(
  find: (isBroad: boolean) => Promise<FoundPage<Row>>,
): Promise<Page<Row>> {
  const { hasTooManyIds, ...found } = await find(false);
  return hasTooManyIds ? find(true) : found;
}
