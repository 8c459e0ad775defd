import { noteWrite } from "@/lib/db/write-health";
import { errorFields, log } from "@/lib/kernel/log";
import { perProcess } from "@/lib/kernel/per-process";
import { type JobRun, upsertJobRun } from "./store";

/** A job that runs each second is not written down each second. */
const RECORD_EVERY_MS = 5_000;

const recorded = perProcess(
  "recordedRuns",
  () => new Map<string, { atMs: number; hasFailed: boolean }>(),
);

/**
 * Writes down how a run went, for the administrators' page: at once when it goes otherwise than the one before, else
 * every few seconds. That it cannot be written is logged and does no harm to the job.
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
    log().warn({ job: run.name, failure: errorFields(error) }, "a run was not written down");
  }
}
