import type { ChangeKind } from "@/lib/kernel/changes";

/** A background job. It can be stopped at any moment and run in several processes at once. */
export interface Job {
  name: string;
  everyMs: number;
  /**
   * Also runs soon after a process starts, so that problems are found early: unless it ran within its interval, or
   * `always`, in each process.
   */
  runsAtStart?: boolean | "always";
  /** Runs once per interval over all processes; implies a run at the start that is due. Without it, each process runs the job. */
  oncePerInterval?: boolean;
  /**
   * Asked after a run that succeeded: the time until the next run when this one left work, which is less than `everyMs`.
   * Undefined when it left none. Not for jobs that run once per interval, whose next run is claimed.
   */
  nextAfterMs?(): number | undefined;
  /** A kind of change after which a worker runs the job at once: docs/decisions/0089-roles-of-processes.md */
  wokenBy?: ChangeKind;
  /** Returns counts of the work done. */
  run(): Promise<Record<string, number>>;
}
