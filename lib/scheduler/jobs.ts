import { env } from "@/lib/env";
import { collectOutcomes } from "@/lib/kyc/collect-outcomes";
import { runAudit } from "@/lib/ledger";
import { dispatcher } from "@/lib/webhooks/delivery/dispatcher";
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

/** Finds retries that are due; a first attempt does not wait for it. Source: spec, Delivery and retries. */
export const deliverWebhooksJob: Job = {
  name: "deliver-webhooks",
  // Asked for when it starts: a build has no settings.
  get everyMs() {
    return env().WEBHOOK_SWEEP_MS;
  },
  run: () => dispatcher().drain(),
};

/** Everything that the service does by itself. */
export const JOBS: readonly Job[] = [collectKycOutcomesJob, deliverWebhooksJob, auditLedgerJob];
