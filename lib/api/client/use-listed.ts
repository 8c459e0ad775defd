"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { ReadId } from "./endpoints";
import type { ApiData } from "./types";

/**
 * Returns a row from the pages of a list that were read before, the first one that `find` returns. It shows what is known
 * of an object while the object is loaded.
 */
export function useListed<Id extends ReadId, Row>(
  id: Id,
  find: (page: ApiData<Id>) => Row | undefined,
): Row | undefined {
  const pages = useQueryClient().getQueriesData<ApiData<Id>>({ queryKey: [id] });
  for (const [, page] of pages) {
    const row = page === undefined ? undefined : find(page);
    if (row !== undefined) return row;
  }
  return undefined;
}
