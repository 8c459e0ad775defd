/** A background job. It can be stopped at any moment and run in several processes at once. */
export interface Job {
  name: string;
  everyMs: number;
  /** Also runs soon after a process starts, unless it ran within its interval, so that problems are found early. */
  runsAtStart?: boolean;
  /** Returns counts of the work done. */
  run(): Promise<Record<string, number>>;
}
