import type { ServiceHealth } from "./queries";

/** Returns the names of the jobs that never ran. Their result is unknown, so the service is not reported as healthy. */
export const pendingJobs = (
  jobs: readonly Pick<ServiceHealth["jobs"][number], "name" | "startedAt">[],
) => jobs.filter(({ startedAt }) => startedAt === null).map(({ name }) => name);
