/** An invariant of the books, as a query that finds nothing while it holds. */
export interface AuditQuery {
  name: string;
  /** What is wrong when it finds something, for the people who have to act. */
  meaning: string;
  text: string;
}
