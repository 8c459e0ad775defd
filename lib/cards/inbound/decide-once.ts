import { LRUCache } from "lru-cache";
import { perProcess } from "@/lib/kernel/per-process";
import type { RealTimeDecision } from "./port";

const MAX_REMEMBERED = 10_000;
/** Issuers repeat a request within seconds. */
const REMEMBERED_MS = 600_000;

/** A delivery of a request. */
export interface Delivery {
  /** Unique among the requests of all issuers, but for those that `repeatedWithinMs` tells apart. */
  id: string;
  /** When the issuer sent it. */
  at: Date;
  /** Requests with one id that were sent further apart are different ones; always the same when undefined. */
  repeatedWithinMs?: number | undefined;
}

const shared = () =>
  perProcess("issuerDecisions", () => ({
    underWay: new Map<string, Promise<RealTimeDecision>>(),
    late: new LRUCache<string, { at: Date; answer: RealTimeDecision }>({
      max: MAX_REMEMBERED,
      ttl: REMEMBERED_MS,
    }),
  }));

/**
 * Gives every delivery of a request the answer of the first one, also when that came before its decision: another answer
 * would approve an amount whose hold was released. Deliveries to other processes get the decision of the ledger.
 */
export function decideOnce(
  { id, at, repeatedWithinMs = Number.POSITIVE_INFINITY }: Delivery,
  decide: () => Promise<RealTimeDecision>,
): Promise<RealTimeDecision> {
  const { underWay, late } = shared();
  const known = late.get(id);
  if (known && at.getTime() - known.at.getTime() <= repeatedWithinMs)
    return Promise.resolve(known.answer);
  const running = underWay.get(id);
  if (running) return running;
  const decision = decide().finally(() => underWay.delete(id));
  underWay.set(id, decision);
  return decision;
}

/** Remembers the answer to a request that was not decided in time. */
export function rememberLate({ id, at }: Delivery, answer: RealTimeDecision): void {
  shared().late.set(id, { at, answer });
}
