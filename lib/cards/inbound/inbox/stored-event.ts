import type { Leased } from "@/lib/db/queue";
import type { InboundEvent, SendingIssuer } from "../port";

/** The result of an attempt to apply an event. Only `applied` and `ignored` are final. */
export type EventOutcome = "applied" | "ignored" | "card_unknown" | "failed";

/** An event of the inbox that is to be applied. */
export interface QueuedEvent extends InboundEvent {
  issuer: SendingIssuer;
}

/** An event of the inbox that an attempt has leased. */
export type StoredEvent = QueuedEvent & Leased;

/** How an attempt ended, as the inbox stores it. */
export interface RecordedOutcome {
  outcome: EventOutcome;
  /** A sentence for operators, without data of cardholders. */
  failure: string | null;
  /** When the event was applied, or found to concern nothing of ours. */
  appliedAt: Date | null;
}
