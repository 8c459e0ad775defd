/** An invariant of the books, as a query that returns no row while the invariant holds. */
export interface AuditQuery {
  name: string;
  /** What a returned row means, for the administrators who must act on it. */
  meaning: string;
  text: string;
}
