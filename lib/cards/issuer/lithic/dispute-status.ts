import type { DisputeStatus } from "../disputes/port";

/** Our word for each of Lithic's. Lithic itself hands a new request to the network. */
const STATUSES: Partial<Record<string, DisputeStatus>> = {
  NEW: "open",
  PENDING_CUSTOMER: "waiting",
  SUBMITTED: "submitted",
  REPRESENTMENT: "submitted",
  PREARBITRATION: "submitted",
  ARBITRATION: "submitted",
  CASE_WON: "won",
};

/** How a closed case ended, by the reason; all other reasons are a loss. */
const ENDINGS: Partial<Record<string, DisputeStatus>> = {
  WON_FIRST_CHARGEBACK: "won",
  WON_PREARBITRATION: "won",
  WON_ARBITRATION: "won",
  // The money comes back by a return of the merchant, which is a transaction of its own.
  REFUNDED: "withdrawn",
  REFUNDED_AFTER_CHARGEBACK: "withdrawn",
  WITHDRAWN: "withdrawn",
};

interface LithicDispute {
  status: string;
  resolution_reason?: string | null | undefined;
}

/** Maps Lithic's status of a dispute to ours, with Lithic's own words for operators. */
export function lithicDisputeStatus({ status, resolution_reason }: LithicDispute) {
  const detail = resolution_reason == null ? status : `${status}: ${resolution_reason}`;
  if (status !== "CASE_CLOSED") return { status: STATUSES[status] ?? ("unknown" as const), detail };
  return { status: ENDINGS[resolution_reason ?? ""] ?? ("lost" as const), detail };
}
