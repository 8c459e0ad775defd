import { noteWrite } from "@/lib/db/write-health";
import { errorFields, log } from "@/lib/kernel/log";
import { perProcess } from "@/lib/kernel/per-process";
import { type JobRun, upsertJobRun } from "./store";

/** Limits the writes of a job that runs each second. */
const RECORD_EVERY_MS = 5_000;

const recorded = perProcess(
  "recordedRuns",
  () => new Map<string, { atMs: number; hasFailed: boolean }>(),
);

/**
 * Stores the result of a run for the administrators' page: at once when success or failure changed, otherwise every few
 * seconds. A failed write is logged and does not affect the job.
 */
export async function recordRun(run: JobRun): Promise<void> {
  const hasFailed = run.failure !== null;
  const atMs = performance.now();
  const last = recorded.get(run.name);
  if (last && last.hasFailed === hasFailed && atMs - last.atMs < RECORD_EVERY_MS) return;
  recorded.set(run.name, { atMs, hasFailed });
  try {
    await upsertJobRun(run);
    noteWrite();
  } catch (error) {
    recorded.delete(run.name);
    log().warn({ job: run.name, failure: errorFields(error) }, "job run not recorded");
  }
}
