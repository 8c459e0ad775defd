import { LRUCache } from "lru-cache";
import { perProcess } from "@/lib/kernel/per-process";
import type { RealTimeDecision } from "./port";

const MAX_REMEMBERED = 10_000;
/** Issuers repeat a request within seconds. */
const REMEMBERED_MS = 600_000;

const shared = () =>
  perProcess("issuerDecisions", () => ({
    underWay: new Map<string, Promise<RealTimeDecision>>(),
    late: new LRUCache<string, RealTimeDecision>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS }),
  }));

/**
 * Gives every delivery of a request the answer of the first one, also when that came before its decision: another answer
 * would approve an amount whose hold was released. Deliveries to other processes get the decision of the ledger.
 * @param id unique among the requests of all issuers
 */
export function decideOnce(
  id: string,
  decide: () => Promise<RealTimeDecision>,
): Promise<RealTimeDecision> {
  const { underWay, late } = shared();
  const known = late.get(id);
  if (known) return Promise.resolve(known);
  const running = underWay.get(id);
  if (running) return running;
  const decision = decide().finally(() => underWay.delete(id));
  underWay.set(id, decision);
  return decision;
}

/** Remembers the answer to a request that was not decided in time. */
export function rememberLate(id: string, answer: RealTimeDecision): void {
  shared().late.set(id, answer);
}
