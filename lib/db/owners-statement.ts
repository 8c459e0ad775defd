import { firstOfEach } from "./first-of-each";
import { orderOf } from "./list-order";
import type { List, Statement } from "./list-statement";
import { mergedStatement } from "./merged-statement";

/** The owners whose rows are listed, and the column that has their ids. */
export interface Owners {
  ids: readonly string[];
  column: string;
}

/**
 * Like `listStatement`, for the rows of some owners: those of others cost nothing. The rows of an owner are read in their order by an
 * index that begins with the owner. Where there is none, all of them are read and sorted.
 */
export function ownersStatement(list: List, { ids, column }: Owners): Statement {
  // The index of an order by id has the owner ascending and the ids descending. An index by other columns has all of them ascending.
  const order = list.sortedBy ? { sortedBy: [column, ...list.sortedBy] } : { owner: column };
  const { cut } = orderOf({ ...list, ...order }, list.isAscending ?? false);
  return mergedStatement(list, (values) => {
    const place = `$${values.push(ids)}`;
    return (conditions, length) =>
      firstOfEach({
        ...{ values: place, column, order: cut, length },
        rows: `${list.from}${conditions}`,
      });
  });
}
