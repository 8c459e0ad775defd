import { collectOutcomes } from "@/lib/kyc/collect-outcomes";
import { runAudit } from "@/lib/ledger";
import type { Job } from "./job";

export const collectKycOutcomesJob: Job = {
  name: "collect-kyc-outcomes",
  everyMs: 1_000,
  run: collectOutcomes,
};

export const auditLedgerJob: Job = {
  name: "audit-ledger",
  everyMs: 3_600_000,
  run: runAudit,
};

/** Everything that the service does by itself. */
export const JOBS: readonly Job[] = [collectKycOutcomesJob, auditLedgerJob];
