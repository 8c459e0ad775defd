import { randomUUID } from "node:crypto";
import { errorFields, log } from "@/lib/kernel/log";
import { perProcess } from "@/lib/kernel/per-process";
import type { Job } from "./job";
import { runJob } from "./run-job";
import { claimRun, endClaim, renewClaim } from "./store";

/** After this time without a renewal the process that runs a job counts as dead, and another one runs the job. */
export const LEASE_MS = 60_000;
const RENEW_MS = 15_000;
/** The least pause before a run is claimed again. */
const CLAIM_PAUSE_MS = 1_000;

/** The name of this process in claims. */
const holder = () => perProcess("job holder", () => randomUUID());

function warn(job: string, text: string): (error: unknown) => void {
  return (error) => log().warn({ job, failure: errorFields(error) }, text);
}

/** Runs a claimed job and renews the claim meanwhile. Without the end of a claim, the job runs again after the lease. */
async function runHeld(job: Job, owner: string, retryMs: number): Promise<void> {
  const renew = () =>
    renewClaim(job.name, owner, LEASE_MS).catch(warn(job.name, "claim of a job not renewed"));
  const end = (pauseMs: number | undefined) =>
    endClaim(job.name, owner, pauseMs).catch(warn(job.name, "claim of a job not ended"));
  const timer = setInterval(renew, RENEW_MS);
  timer.unref();
  try {
    await runJob(job);
  } catch (error) {
    clearInterval(timer);
    await end(retryMs);
    throw error;
  }
  clearInterval(timer);
  await end(undefined);
}

/**
 * Runs a job if no process has run it within its interval and none runs it now: of all processes only one does. Source:
 * docs/decisions/0113-shared-by-processes.md
 * @param owner a name for tests with several owners in one process
 * @param retryMs the pause after a failure
 * @returns undefined after a run; else the time after which to try again
 * @throws the failure of the job
 */
export async function runIfDue(
  job: Job,
  { retryMs, owner = holder() }: { retryMs: number; owner?: string | undefined },
): Promise<number | undefined> {
  const { isClaimed, dueInMs } = await claimRun(job.name, owner, {
    everyMs: job.everyMs,
    leaseMs: LEASE_MS,
  });
  if (!isClaimed) return Math.max(CLAIM_PAUSE_MS, dueInMs);
  await runHeld(job, owner, retryMs);
  return undefined;
}
