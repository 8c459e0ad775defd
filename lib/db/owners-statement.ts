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
 * Like `listStatement`, for the rows of some owners: those of others cost nothing. An order by id has an index of each owner's rows; for
 * another one, all rows of these owners are read.
 */
export function ownersStatement(list: List, { ids, column }: Owners): Statement {
  const { cut } = orderOf({ ...list, owner: column }, list.isAscending ?? false);
  return mergedStatement(list, (values) => {
    const place = `$${values.push(ids)}`;
    return (conditions, length) =>
      firstOfEach({
        ...{ values: place, column, order: cut, length },
        rows: `${list.from}${conditions}`,
      });
  });
}
