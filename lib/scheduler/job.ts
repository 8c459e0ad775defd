/** Work of the service's own. Safe to stop at any moment and to run in several processes at once. */
export interface Job {
  name: string;
  everyMs: number;
  /** Answers with counts of what it did. */
  run(): Promise<Record<string, number>>;
}
