import type { DisputeReason } from "../issuer/disputes/port";
import type { IssuerName } from "../network/message";
import type { DisputeFacts } from "./schema";
import type { CardDisputeStatus } from "./states";

/** A row of `card_disputes`. */
export interface DisputeRow {
  id: string;
  partnerId: string;
  cardId: string;
  /** The disputed transaction. */
  transactionId: string;
  issuer: IssuerName;
  amountMicroUsd: bigint;
  reason: DisputeReason;
  explanation: string;
  facts: DisputeFacts;
  status: CardDisputeStatus;
  issuerDisputeId: string | null;
  /** For operators: the issuer's own words, or why the dispute failed. */
  detail: string | null;
  createdAt: Date;
  /** When the cardholder complained, in a dispute that was opened again for a failed one; null where that is `createdAt`. */
  filedAt: Date | null;
  submittedAt: Date | null;
  decidedAt: Date | null;
  /** The next call to the issuer; null once the dispute is decided. */
  dueAt: Date | null;
  leasedUntil: Date | null;
  attempts: number;
  failure: string | null;
  version: number;
}
