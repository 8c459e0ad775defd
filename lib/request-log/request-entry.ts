import type { AnyContract } from "@/lib/contract/contract";
import type { ServiceError } from "@/lib/kernel/errors";

/** A request after its response, with the raw data; the log redacts and truncates it later. */
export interface RequestEntry {
  requestId: string;
  partnerId: string;
  /** The caller: a key, or one of the partner's people. */
  keyId: string | undefined;
  personId: string | undefined;
  contract: Pick<AnyContract, "path" | "query" | "body" | "data" | "message" | "idempotency">;
  method: string;
  url: string;
  idempotencyKey: string | null;
  /** The JSON object of its body, if it was parsed. */
  body: Record<string, unknown> | undefined;
  status: number;
  /** The response's `data`, or undefined when the request was refused: then `refusal` is set. */
  data: unknown;
  refusal: ServiceError | undefined;
  durationMs: number;
  /** The time of the response. */
  at: Date;
}
