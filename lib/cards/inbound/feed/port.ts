import type { NetworkNotification } from "../../network/message";
import type { IssuedPosting } from "../issued-posting";
import type { InboundEvent } from "../port";

/** An item of an issuer's list that this version cannot read. */
export interface UnreadableItem {
  /** The issuer's id of the item. */
  id: string;
  /** Undefined when not even the card can be read. */
  issuerCardId: string | undefined;
  /** Why, without personal data. */
  failure: string;
}

/** The postings of a list, and what cannot be read of it. */
export interface ListedPostings {
  postings: IssuedPosting[];
  unreadable: UnreadableItem[];
}

/** A transaction as the issuer has it now. */
export interface ReadTransaction {
  notification: NetworkNotification;
  /** How many of our decisions the snapshot contains, where their ids may not say so. */
  decisions?: number;
}

/** What an issuer lists about the past, for events that were missed and for the reconciliation. */
export interface IssuerFeed {
  /** The pages of events that are applied, created at `since` or later. */
  listEvents(since: Date): AsyncIterable<InboundEvent[]>;
  /** The pages of postings in transactions created at `since` or later. */
  listPostings(since: Date): AsyncIterable<ListedPostings>;
  /**
   * Reads the postings of one transaction by itself, where `listPostings` leaves out later postings of transactions that
   * were created before `since`. Empty when the issuer does not have the transaction.
   */
  findPostings?(issuerTransactionId: string): Promise<ListedPostings>;
  /**
   * Reads a transaction again. Where the issuer's snapshots have no ids of their own, this one has the given id and is
   * later than those of events of the same time. Undefined when the issuer does not have the transaction.
   * @throws UnreadableMessage
   */
  readTransaction(
    issuerTransactionId: string,
    snapshot: { id: string; at: Date },
  ): Promise<ReadTransaction | undefined>;
}
