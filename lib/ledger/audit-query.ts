import type { AuditOrderName } from "./audit-orders";

/**
 * SQL that is true for the keys of a part. The key is a column, or a time that comes a fixed `shift` after the time of the order,
 * such as the end of an hour.
 */
export type Within = (column: string, shift?: string) => string;

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
