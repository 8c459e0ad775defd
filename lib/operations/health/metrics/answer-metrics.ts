import { findReconciliation } from "@/lib/accounting/checks/find-reconciliation";
import { errorResponse } from "@/lib/http/envelope";
import { toServiceError } from "@/lib/http/to-service-error";
import { newId } from "@/lib/kernel/ids";
import { errorFields, log } from "@/lib/kernel/log";
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
export async function answerMetrics(request: Request): Promise<Response> {
  const requestId = newId("req");
  const headers = { "X-Request-Id": requestId };
  try {
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
  } catch (error) {
    const refusal = toServiceError(error);
    if (refusal.status >= 500)
      log().error({ requestId, failure: errorFields(refusal.cause ?? error) }, "metrics failed");
    return errorResponse(refusal, headers);
  }
}
