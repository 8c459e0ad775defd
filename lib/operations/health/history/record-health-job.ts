import type { Job } from "@/lib/operations/scheduler/job";
import { recordHealth, SAMPLE_EVERY_MS } from "./record-health";

/** Stores a sample of the service's health. Source: docs/decisions/0079-health-history.md */
export const recordHealthJob: Job = {
  name: "record-health",
  everyMs: SAMPLE_EVERY_MS,
  runsAtStart: true,
  run: recordHealth,
};
