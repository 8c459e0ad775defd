import type { NetworkNotification } from "../../network/message";
import type { IssuedPosting } from "../issued-posting";
import type { InboundEvent } from "../port";

/** What an issuer lists about the past, for events that were missed and for the reconciliation. */
export interface IssuerFeed {
  /** The pages of events that are applied, created at `since` or later. */
  listEvents(since: Date): AsyncIterable<InboundEvent[]>;
  /** The pages of postings in transactions created at `since` or later. */
  listPostings(since: Date): AsyncIterable<IssuedPosting[]>;
  /**
   * Reads a transaction again, where the issuer's events cannot always be ordered. The snapshot has the given id and is
   * later than those of events of the same time.
   */
  readTransaction?(
    issuerTransactionId: string,
    snapshot: { id: string; at: Date },
  ): Promise<NetworkNotification>;
}
