import type { ServiceHealth } from "./queries";

/** Jobs that never ran, by name. What they would have found is not known, so the service is not said to be well. */
export const pendingJobs = (
  jobs: readonly Pick<ServiceHealth["jobs"][number], "name" | "startedAt">[],
) => jobs.filter(({ startedAt }) => startedAt === null).map(({ name }) => name);
