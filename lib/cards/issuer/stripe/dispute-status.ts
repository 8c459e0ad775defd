import type { DisputeStatus } from "../disputes/port";

/**
 * Our word for each of Stripe's. A dispute that was not submitted in time is lost. None is `waiting`: Stripe takes no evidence
 * after the submission and asks for none. Source: docs.stripe.com/issuing/purchases/disputes
 */
const STATUSES: Partial<Record<string, DisputeStatus>> = {
  unsubmitted: "open",
  submitted: "submitted",
  won: "won",
  lost: "lost",
  expired: "lost",
};

interface StripeDispute {
  status: string;
  loss_reason?: string | null | undefined;
}

/** Maps Stripe's status of a dispute to ours, with Stripe's own words for operators. */
export const stripeDisputeStatus = ({ status, loss_reason }: StripeDispute) => ({
  status: STATUSES[status] ?? ("unknown" as const),
  detail: loss_reason == null ? status : `${status}: ${loss_reason}`,
});
