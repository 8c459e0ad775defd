/** Work of the service's own. Safe to stop at any moment and to run in several processes at once. */
export interface Job {
  name: string;
  everyMs: number;
  /** It also runs soon after a process starts, unless it ran within its interval: what it checks is known early. */
  runsAtStart?: boolean;
  /** Answers with counts of what it did. */
  run(): Promise<Record<string, number>>;
}
