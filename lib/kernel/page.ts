/** Which part of a list is wanted. */
export interface PageRequest {
  skip: number;
  limit: number;
}

/** The orders of a list. */
export const LIST_SORTS = ["newest", "oldest"] as const;
export type ListSort = (typeof LIST_SORTS)[number];

/** A part of a list and how long the whole is. */
export interface Page<Row> {
  rows: Row[];
  total: number;
}

/** `pagination` of a list's answer. Source: spec: Endpoints. */
export function paginationOf({ skip, limit }: PageRequest, total: number) {
  return { skip, limit, total };
}
