import pLimit from "p-limit";
import { now } from "@/lib/kernel/clock";
import { errorFields, log } from "@/lib/kernel/log";
import { perProcess } from "@/lib/kernel/per-process";
import { applyEvent } from "./apply-event";
import { insertEvents } from "./inbox/sql-store";
import type { StoredEvent } from "./inbox/stored-event";
import type { InboundEvent, SendingIssuer } from "./port";

/** Real-time decisions need the database too: an issuer that repeats thousands of events must not delay them. */
const MAX_APPLIED_AT_ONCE = 4;

const turns = () => perProcess("issuerEventTurns", () => pLimit(MAX_APPLIED_AT_ONCE));

async function applyInTurn(event: StoredEvent): Promise<void> {
  try {
    await turns()(() => applyEvent(event));
  } catch (error) {
    // The lease ends and the job tries again.
    log().error({ event: event.id, failure: errorFields(error) }, "issuer event not recorded");
  }
}

/**
 * Stores events of an issuer, each once, and applies the new ones. Resolves when they are stored; `applied` resolves when
 * an attempt was made for each.
 */
export async function receiveEvents(
  issuer: SendingIssuer,
  events: readonly InboundEvent[],
): Promise<{ received: number; applied: Promise<void> }> {
  const fresh = await insertEvents(issuer, events, now());
  // In the order in which the issuer created them, as far as they arrived together.
  const inOrder = fresh.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const applied = Promise.all(inOrder.map(applyInTurn)).then(() => undefined);
  return { received: fresh.length, applied };
}
