import type { AuditOrderName } from "./audit-orders";

/** SQL of a bound of a column that is not the key itself, made of SQL of the bound of the key. */
export type Bound = (key: string) => string;

/**
 * SQL that is true for the keys of a part. The key is a column, or the column has bounds `from` and `to` of its own, such as the end
 * of an hour for the time of its beginning.
 */
export type Within = (column: string, from?: Bound, to?: Bound) => string;

/** The part that is everything. */
export const WHOLE: Within = () => "true";

/** A query that returns no row while an invariant of the books holds. */
export interface AuditStatement {
  name: string;
  /** The meaning of a returned row, for the administrators who must act on it. */
  meaning: string;
  text: string;
}

/** An invariant of the books. */
export interface AuditQuery extends Omit<AuditStatement, "text"> {
  /**
   * The order of the rows that it goes over, by which the daily check divides it into parts. `all`: the daily check compares all,
   * because few rows are read, or because no key divides them. `checks-of-everything`: only those compare it, because it sums whole
   * tables and follows from invariants that are compared in parts.
   */
  over: AuditOrderName | "all" | "checks-of-everything";
  /** The statement for a part, which bounds each table that it goes over. */
  text: (within: Within) => string;
}
