import type { NetworkDetails } from "../network-details";

export type { NetworkDetails };

/** The card issuers that the service speaks to. `sandbox` is the simulator of staging. */
export const ISSUER_NAMES = ["sandbox", "stripe", "lithic"] as const;
export type IssuerName = (typeof ISSUER_NAMES)[number];

/**
 * A message of a card network about one transaction. Amounts are positive micro-USD. Messages may arrive in any order
 * and more than once; `id` is unique per issuer. The effect of a set of messages does not depend on their order.
 */
export type NetworkMessage = { id: string; at: Date } & (
  | {
      /** An authorization, or an increment of one. Adds to the authorized amount when it was approved. */
      kind: "authorization";
      amountMicroUsd: bigint;
      /** Null when approved, otherwise the reason shown to the partner. */
      declinedReason: string | null;
    }
  | {
      /** The issuer's snapshot of the whole authorization. The snapshot with the highest revision counts. */
      kind: "authorized_total";
      /** The authorized amount, captured parts included, reversed parts excluded. */
      amountMicroUsd: bigint;
      /** False when nothing more is held: the authorization is closed, reversed or expired. */
      isOpen: boolean;
      /** Grows with each snapshot of the transaction. */
      revision: bigint;
      /** The ids of the `authorization` messages that the snapshot already contains. */
      covers: readonly string[];
    }
  /** The issuer or the network declined the authorization, perhaps after our approval: nothing is held. */
  | { kind: "decline"; amountMicroUsd: bigint; declinedReason: string }
  /** Releases a part of the hold. */
  | { kind: "reversal"; amountMicroUsd: bigint }
  /** Releases the whole hold. A capture is still possible. */
  | { kind: "expiry" }
  /** The merchant collects the amount, with or without a hold. `isFinal` releases the rest of the hold. */
  | { kind: "capture"; amountMicroUsd: bigint; isFinal: boolean }
  /** The merchant returns money, with or without a purchase. */
  | { kind: "refund"; amountMicroUsd: bigint }
  /** The merchant takes a refund back. */
  | { kind: "refund_reversal"; amountMicroUsd: bigint }
);

/** The messages that one notification of an issuer contains about one transaction. They are applied together. */
export interface NetworkNotification {
  issuer: IssuerName;
  /** The issuer's id of the transaction that the messages belong to. */
  issuerTransactionId: string;
  issuerCardId: string;
  details: NetworkDetails;
  messages: readonly NetworkMessage[];
}
