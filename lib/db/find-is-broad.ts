// SQL: counts the rows that the indexes of a search find, up to a limit.

import { query } from "./index";
import { withPlaces } from "./list-statement";

/** A search by indexes. */
export interface CollectedSearch {
  name: string;
  /** SQL of the ids of the rows that it finds. Each `?` stands for the next of `values`, and $1 and so on for `scope`. */
  ids: string;
  values: readonly unknown[];
  scope: readonly string[];
  /** The number of ids that are collected for each batch of a file. */
  maxIds: number;
}

/**
 * Tells whether a search finds so many rows that collecting their ids for each batch of a file would cost more than comparing each row
 * of the list. Undefined stands for a search that collects no ids.
 */
export async function findIsBroad(search: CollectedSearch | undefined): Promise<boolean> {
  if (!search) return false;
  const { name, ids, values: own, scope, maxIds } = search;
  const values: unknown[] = [...scope];
  const found = withPlaces(ids, own, values);
  const [row] = await query<{ isBroad: boolean }>(
    `is_broad_${name}`,
    `SELECT count(*) > ${maxIds} AS "isBroad" FROM (${found} LIMIT ${maxIds + 1}) matching`,
    values,
  );
  return row?.isBroad === true;
}
