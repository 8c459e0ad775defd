/**
 * SQL of the condition that a row is the owner's, for a list that is ordered by its owner first: `ORDER BY t.partner_id, t.id DESC`.
 * Written with `=`, the owner would not count as a part of the order. Then the primary key supplies the order too, and if a table is
 * mostly one partner's, it seems cheaper: a list of another partner would read all rows of the large one. Source:
 * docs/decisions/0013-one-plan-per-statement.md
 */
export const ofOwner = (column: string, place: string) => `${column} = ANY (ARRAY[${place}])`;

/**
 * The same for a list with a range of ids, such as that of a time. The primary key finds this range, and to sort it can seem cheaper
 * than to read the owner's rows in their order.
 */
export const ofOwnerInRange = (column: string, place: string) =>
  ofOwner(column, `own_rows_of(${place})`);
