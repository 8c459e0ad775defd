/** An invariant of the books, as a query that returns no row while the invariant holds. */
export interface AuditQuery {
  name: string;
  /** The meaning of a returned row, for the administrators who must act on it. */
  meaning: string;
  text: string;
}
