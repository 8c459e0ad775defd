import { findReconciliation } from "@/lib/accounting/checks/find-reconciliation";
import { answerPlainRoute } from "@/lib/http/plain-route";
import { checkCronSecret } from "@/lib/operations/scheduler/check-cron-secret";
import { readServiceState } from "../state/read-service-state";
import { registryOf } from "./metric";
import { metricsOfProcess } from "./metrics-of-process";
import { metricsOfState } from "./metrics-of-state";
import { metricsOfTreasury } from "./metrics-of-treasury";

/**
 * Returns the data of the health page and of the last reconciliation for Prometheus; requires the background secret as
 * bearer token. Source: docs/operating.md.
 */
export function answerMetrics(request: Request): Promise<Response> {
  return answerPlainRoute({
    fault: "metrics failed",
    answer: async (headers) => {
      checkCronSecret(request);
      const [state, reconciled] = await Promise.all([readServiceState(), findReconciliation()]);
      const registry = registryOf([
        ...metricsOfState(state),
        ...metricsOfTreasury(reconciled, state.at),
        ...metricsOfProcess(),
      ]);
      return new Response(await registry.metrics(), {
        headers: { ...headers, "Content-Type": registry.contentType, "Cache-Control": "no-store" },
      });
    },
  });
}
