import type { AnyContract } from "@/lib/contract/contract";
import type { ServiceError } from "@/lib/kernel/errors";

/** A request as it is noted when it has been answered: everything as it came, to be looked through and cut later. */
export interface RequestEntry {
  requestId: string;
  partnerId: string;
  /** Who asked: a key, or one of the partner's people. */
  keyId: string | undefined;
  personId: string | undefined;
  contract: Pick<AnyContract, "path" | "query" | "body" | "data" | "message" | "idempotency">;
  method: string;
  url: string;
  idempotencyKey: string | null;
  /** The JSON object of its body, if it was read. */
  body: Record<string, unknown> | undefined;
  status: number;
  /** Either the answer's `data`, or why it was refused. */
  data: unknown;
  refusal: ServiceError | undefined;
  durationMs: number;
  /** When it was answered. */
  at: Date;
}
