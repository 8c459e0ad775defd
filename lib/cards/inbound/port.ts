import type { SignatureFault, SignedMessage } from "@/lib/kernel/signatures/signed-message";
import type { DisputeReport } from "../disputes/reports/dispute-report";
import type { IssuerName, NetworkNotification } from "../network/message";

/** An issuer that sends us messages over HTTP. The sandbox does not. */
export type SendingIssuer = Exclude<IssuerName, "sandbox">;

/** The two routes of an issuer. Each has signing secrets of its own. */
export type InboundRoute = "authorizations" | "events";

/** A real-time request of an issuer. */
export type RealTimeRequest =
  /**
   * May this amount be spent? The notification has one `authorization` message. `repeatedWithinMs` is set by an issuer
   * whose requests may have one id without being the same: see `authorizeNetworkRequest`.
   */
  | { kind: "authorization"; notification: NetworkNotification; repeatedWithinMs?: number }
  /** How much can be spent? Nothing moves. */
  | { kind: "balance"; issuerCardId: string }
  /** May money be returned to this card? Nothing moves; the refund is an event of its own. */
  | { kind: "credit"; issuerCardId: string };

/** Our decision about a real-time request. */
export interface RealTimeDecision {
  approved: boolean;
  /** One of our decline reasons; null when approved. */
  declinedReason: string | null;
  availableMicroUsd: bigint | null;
  /** True when an earlier delivery of the request was decided. */
  isRepeated?: boolean;
  /** The issuer's id under which the request was decided, where that is not its own: see `authorizeNetworkRequest`. */
  decidedAs?: string;
}

/** The body and the headers of a response to a real-time request. The status is 200. */
export interface RealTimeAnswer {
  body: Record<string, unknown>;
  headers: Record<string, string>;
}

/** An event as the inbox stores it. */
export interface InboundEvent {
  /** Unique per issuer. */
  id: string;
  /** The issuer's word, such as `issuing_transaction.created`. */
  type: string;
  /** When the issuer created it. */
  createdAt: Date;
  /** What `effectOf` needs and nothing else, as JSON; null for a type that is not applied. */
  content: unknown;
}

/** The objects that an event names, by the issuer's ids. */
export interface EventSubject {
  issuerCardId: string | undefined;
  issuerTransactionId: string | undefined;
}

/** The consequences of an event. */
export type EventEffect =
  | {
      kind: "network";
      notification: NetworkNotification;
      /** The corrections by the issuer so far. An operator must see each of them. */
      corrections?: readonly { id: string; type: string }[];
      /** Whether the issuer declined because the programme's own balance there is too low. */
      isProgrammeShort?: boolean;
      /** How many of our decisions the snapshot of the notification contains, where their ids may not say so. */
      decisions?: number;
    }
  /** The issuer has closed the card for good. */
  | { kind: "card_closed"; issuerCardId: string }
  /** The issuer declines the cards of a cardholder until something is provided. */
  | { kind: "cardholder"; cardholderId: string; obstacle: string | null }
  /** The state of a dispute at the issuer. */
  | { kind: "dispute"; report: DisputeReport }
  | { kind: "none" };

/** Reads the messages of one issuer. All methods are pure. */
export interface InboundIssuer {
  readonly name: SendingIssuer;
  /** The name of the provider on the Health page. */
  readonly provider: string;
  /** Checks the signature of a message; undefined for a valid one. */
  signatureFault(route: InboundRoute, message: SignedMessage): SignatureFault | undefined;
  /** @throws UnreadableMessage */
  readRequest(body: unknown, header: SignedMessage["header"]): RealTimeRequest;
  /** The response for a decision. `body` is the request; also for requests that cannot be read. */
  answer(decision: RealTimeDecision, body: unknown): RealTimeAnswer;
  /** @throws UnreadableMessage for a body without an id or a type */
  readEvent(body: unknown, header: SignedMessage["header"]): InboundEvent;
  /** Returns the objects that an event names, also for an event that cannot be read otherwise. */
  subjectOf(event: InboundEvent): EventSubject;
  /** @throws UnreadableMessage for an event of a known type that cannot be read */
  effectOf(event: InboundEvent): EventEffect;
}
