import type { Job } from "@/lib/operations/scheduler/job";
import { JOBS } from "@/lib/operations/scheduler/jobs";
import { recordHealthJob } from "./history/record-health-job";

/** All background jobs of the service, with the one that samples the state of the others. */
export const ALL_JOBS: readonly Job[] = [...JOBS, recordHealthJob];
