import type { IssuerDispute } from "../../issuer/disputes/port";

/** What an issuer reports about a dispute by an event. */
export type DisputeReport = Pick<
  IssuerDispute,
  "issuerDisputeId" | "amountMicroUsd" | "status" | "detail"
> & {
  /** The issuer's id of the disputed transaction; null when the event does not name it. */
  issuerTransactionId: string | null;
};
