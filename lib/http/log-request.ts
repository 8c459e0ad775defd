import type { AnyContract } from "@/lib/contract/contract";
import { errorFields, log } from "@/lib/kernel/log";
import { countRequest } from "@/lib/kernel/request-durations";

interface RequestRecord {
  requestId: string;
  contract: Pick<AnyContract, "id" | "path">;
  method: string;
  status: number;
  partnerId?: string | undefined;
  personId?: string | undefined;
  startMs: number;
  /** The cause of a 5xx response. */
  failure?: unknown;
}

/**
 * Logs one line per request and counts the request in the metrics. The path is the contract's, without ids; the line
 * holds nothing of the body.
 */
export function logRequest({
  requestId,
  contract,
  method,
  status,
  partnerId,
  personId,
  startMs,
  failure,
}: RequestRecord): void {
  const durationMs = Math.round((performance.now() - startMs) * 100) / 100;
  countRequest(contract.id, status, durationMs);
  const fields = {
    requestId,
    operation: contract.id,
    method,
    path: contract.path,
    status,
    partnerId,
    personId,
    durationMs,
  };
  if (failure !== undefined)
    log().error({ ...fields, failure: errorFields(failure) }, "request failed");
  else log().info(fields, "request");
}
