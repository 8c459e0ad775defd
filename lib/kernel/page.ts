/** The requested section of a list. */
export interface PageRequest {
  skip: number;
  limit: number;
}

/** The sort orders of a list. */
export const LIST_SORTS = ["newest", "oldest"] as const;
export type ListSort = (typeof LIST_SORTS)[number];

/** A section of a list, and the length of the whole list. */
export interface Page<Row> {
  rows: Row[];
  total: number;
}

/** The `pagination` of a list response. Source: spec: Endpoints. */
export function paginationOf({ skip, limit }: PageRequest, total: number) {
  return { skip, limit, total };
}
