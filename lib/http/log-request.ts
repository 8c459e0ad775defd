import type { AnyContract } from "@/lib/contract/contract";
import { errorFields, log } from "@/lib/kernel/log";
import { countRequest } from "@/lib/kernel/request-counts";

interface RequestRecord {
  requestId: string;
  contract: Pick<AnyContract, "id" | "path">;
  method: string;
  status: number;
  partnerId?: string | undefined;
  personId?: string | undefined;
  startMs: number;
  /** What a 5xx came from. */
  failure?: unknown;
}

/** One line per request, and one more in the counts of the metrics. The path is the contract's, without ids; nothing of the body is in it. */
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
