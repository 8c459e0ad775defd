import { now } from "@/lib/kernel/clock";
import { errorFields } from "@/lib/kernel/log";
import { perProcess } from "@/lib/kernel/per-process";
import { inSpan } from "@/lib/kernel/tracing/span";
import type { Job } from "./job";
import { recordRun } from "./record-run";

type Run = ReturnType<Job["run"]>;

const runs = perProcess("jobRuns", () => new Map<string, Run>());

const MAX_FAILURE_CHARACTERS = 500;

/** Describes a failure like the log does: without the row contents that the text of a database error can quote. */
function describeFailure(failure: unknown): string {
  const { error, code, text } = errorFields(failure);
  const words = [error, code, text].filter((word) => word !== undefined);
  return words.join(" ").slice(0, MAX_FAILURE_CHARACTERS);
}

async function runAndRecord(job: Job): Run {
  const startedAt = now();
  const startMs = performance.now();
  const record = (result: Record<string, number>, failure: string | null) =>
    recordRun({
      name: job.name,
      startedAt,
      durationMs: Math.round(performance.now() - startMs),
      result,
      failure,
    });
  try {
    // A job of its own trace: its timer may have been set in the span of a request.
    const result = await inSpan(`job ${job.name}`, { kind: "internal", parent: null }, () =>
      job.run(),
    );
    await record(result, null);
    return result;
  } catch (error) {
    await record({}, describeFailure(error));
    throw error;
  }
}

/** Runs a job. When this process runs it already, returns the result of the current run. */
export function runJob(job: Job): Run {
  const current = runs.get(job.name);
  if (current) return current;
  const run = runAndRecord(job).finally(() => runs.delete(job.name));
  runs.set(job.name, run);
  return run;
}
