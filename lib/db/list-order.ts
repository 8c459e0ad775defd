/** What orders the rows of a list. */
export interface Ordered {
  /** The id column. It also orders rows that are equal in `sortedBy`. */
  id: string;
  /** The columns that order the rows before their id; omitted if the id alone is the order. */
  sortedBy?: readonly string[];
  /**
   * In a partner's list, the column of the partner, on which the list has a condition by `ofOwner`. It is the first column of the
   * order by id, so that only an index of the partner's rows has this order.
   */
  owner?: string;
}

/** The columns that order a page: for the selection of its rows, and for the final result. */
export function orderOf({ id, sortedBy = [], owner }: Ordered, isAscending: boolean) {
  const direction = isAscending ? "" : " DESC";
  const order = (columns: readonly string[]) =>
    columns.map((column) => `${column}${direction}`).join(", ");
  // The indexes have the ids descending, and are read backwards for the other direction.
  const first = owner === undefined || sortedBy.length > 0 ? "" : orderOfOwner(owner, isAscending);
  return {
    keys: [...sortedBy.map((column, index) => `${column} AS sort_${index}`), `${id} AS id`],
    cut: `${first}${order([...sortedBy, id])}`,
    shown: order([...sortedBy.map((_, index) => `page.sort_${index}`), "page.id"]),
  };
}

const orderOfOwner = (owner: string, isAscending: boolean) =>
  `${owner}${isAscending ? " DESC" : ""}, `;
