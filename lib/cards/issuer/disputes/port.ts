/** Why a cardholder disputes a card transaction. */
export const DISPUTE_REASONS = [
  "fraudulent",
  "duplicate",
  "canceled",
  "not_received",
  "not_as_described",
  "incorrect_amount",
  "cash_not_dispensed",
  "other",
] as const;
export type DisputeReason = (typeof DISPUTE_REASONS)[number];

/** What the cardholder says. The issuer's network decides which facts it needs for a reason. */
export interface DisputeEvidence {
  reason: DisputeReason;
  explanation: string;
  product?: { description: string; type: "merchandise" | "service" };
  /** When the product was expected, received, canceled or returned. */
  expectedAt?: Date;
  receivedAt?: Date;
  canceledAt?: Date;
  returnedAt?: Date;
  /** The issuer's id of the transaction that the disputed one repeats. */
  originalTransactionId?: string;
}

/** A file of evidence. */
export interface EvidenceFile {
  /** Our id, which the issuer's file can be found by. */
  id: string;
  /** Ends with the extension of the format. */
  name: string;
  mediaType: "application/pdf" | "image/png" | "image/jpeg";
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * `open`: the evidence can be changed until the dispute is submitted. `waiting`: the issuer needs more information, and does not
 * go on without it; files can be added. `submitted`: the network decides, also while the merchant contests. `withdrawn`: given up, or the merchant has returned the money by a refund of its own. Only `won`
 * means that the network returns the money. `unknown`: a word that this version does not know.
 */
export type DisputeStatus =
  | "open"
  | "waiting"
  | "submitted"
  | "won"
  | "lost"
  | "withdrawn"
  | "unknown";

export interface IssuerDispute {
  issuerDisputeId: string;
  /** The issuer's id of the disputed transaction. */
  issuerTransactionId: string;
  amountMicroUsd: bigint;
  status: DisputeStatus;
  /** The issuer's own words for the status and its reason, for operators. */
  detail: string;
  createdAt: Date;
}

export interface DisputeRequest {
  /**
   * The issuer's id of the transaction that collected the money. For Stripe it is the capture (`ipi_…`), not the
   * authorization; for Lithic the transaction.
   */
  issuerTransactionId: string;
  /** Whole cents, at most the collected amount. */
  amountMicroUsd: bigint;
  evidence: DisputeEvidence;
  /** When the cardholder complained. */
  filedAt: Date;
}

/** The disputes of a card issuer. Methods throw as those of CardIssuer do. */
export interface IssuerDisputes {
  /** Opens the dispute of a transaction, or returns the one that it has: a transaction has at most one. */
  openDispute(request: DisputeRequest): Promise<IssuerDispute>;
  /** Replaces the evidence of an open dispute. */
  changeEvidence(issuerDisputeId: string, evidence: DisputeEvidence): Promise<IssuerDispute>;
  /**
   * Adds a file to a dispute that is open or waiting. The issuer has it once, however often it is added.
   * @param evidence the evidence of the dispute, which an issuer may need with the file
   * @returns the issuer's id of the file
   */
  attachFile(
    issuerDisputeId: string,
    evidence: DisputeEvidence,
    file: EvidenceFile,
  ): Promise<string>;
  /** Hands the dispute to the network. Idempotent. */
  submitDispute(issuerDisputeId: string): Promise<IssuerDispute>;
  findDispute(issuerDisputeId: string): Promise<IssuerDispute>;
  listDisputes(): AsyncIterable<IssuerDispute>;
}
