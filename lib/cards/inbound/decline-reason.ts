import { EXPIRED_REASON, INSUFFICIENT_REASON, UNDECIDED_REASON, UNKNOWN_REASON } from "../states";

/** Words of issuers for reasons that our own declines have too, so that partners read one wording. */
const KNOWN: Record<string, string> = {
  insufficient_funds: INSUFFICIENT_REASON,
  card_expired: EXPIRED_REASON,
  card_inactive: "card frozen",
  card_paused: "card frozen",
  card_canceled: "card terminated",
  card_closed: "card terminated",
  // The service declined, did not answer in time, or answered what the issuer could not read.
  webhook_declined: UNDECIDED_REASON,
  webhook_error: UNDECIDED_REASON,
  webhook_timeout: UNDECIDED_REASON,
  custom_asa_result: UNDECIDED_REASON,
  customer_asa_timeout: UNDECIDED_REASON,
  malformed_asa_response: UNDECIDED_REASON,
};

/** Converts an issuer's word, such as `suspected_fraud` or `SUSPECTED_FRAUD`, to the reason that the partner reads. */
export function declineReasonOf(word: string | undefined): string {
  const lower = (word ?? "").toLowerCase();
  if (!/^[a-z0-9_]{1,60}$/.test(lower)) return UNKNOWN_REASON;
  return KNOWN[lower] ?? lower.replaceAll("_", " ");
}
