import { collectOutcomes } from "@/lib/kyc/collect-outcomes";
import type { Job } from "./job";

export const collectKycOutcomesJob: Job = {
  name: "collect-kyc-outcomes",
  everyMs: 1_000,
  run: collectOutcomes,
};

/** Everything that the service does by itself. */
export const JOBS: readonly Job[] = [collectKycOutcomesJob];
