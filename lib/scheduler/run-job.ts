import type { Job } from "./job";

type Run = ReturnType<Job["run"]>;

// One per process: the framework loads this module into more than one bundle.
const shared = globalThis as typeof globalThis & { partnerWalletRuns?: Map<string, Run> };

/** Runs a job unless this process is at it: then waits for that run and answers with what it did. */
export function runJob(job: Job): Run {
  shared.partnerWalletRuns ??= new Map();
  const runs = shared.partnerWalletRuns;
  const current = runs.get(job.name);
  if (current) return current;
  const run = job.run().finally(() => runs.delete(job.name));
  runs.set(job.name, run);
  return run;
}
