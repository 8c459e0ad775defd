import type Stripe from "stripe";
import type { DisputeEvidence } from "../disputes/port";

type Evidence = Stripe.Issuing.DisputeCreateParams.Evidence;

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

/** Stripe's fields of the product, and of the moments that are known. */
function factsOf({ product, expectedAt, receivedAt, canceledAt, returnedAt }: DisputeEvidence) {
  return {
    product: product && { product_description: product.description, product_type: product.type },
    expected: expectedAt && { expected_at: seconds(expectedAt) },
    received: receivedAt && { received_at: seconds(receivedAt) },
    canceled: canceledAt && { canceled_at: seconds(canceledAt) },
    returned: returnedAt && { returned_at: seconds(returnedAt) },
  };
}

/**
 * The evidence in Stripe's form: each reason has fields of its own. Reasons that Stripe lacks are `other`.
 *
 * @param document Stripe's id of the file, or an empty text for none where an earlier dispute may have left one
 */
export function stripeEvidence(evidence: DisputeEvidence, document?: string): Evidence {
  const { reason, explanation, originalTransactionId: original_transaction } = evidence;
  const given = {
    explanation,
    ...(document !== undefined && { additional_documentation: document }),
  };
  const { product, expected, received, canceled, returned } = factsOf(evidence);
  switch (reason) {
    case "fraudulent":
      return { reason, fraudulent: given };
    case "duplicate":
      return {
        reason,
        duplicate: { ...given, ...(original_transaction && { original_transaction }) },
      };
    case "canceled":
      return {
        reason,
        canceled: { ...given, ...product, ...expected, ...canceled, ...returned },
      };
    case "not_received":
      return { reason, not_received: { ...given, ...product, ...expected } };
    case "not_as_described":
      return evidence.product?.type === "service"
        ? {
            reason: "service_not_as_described",
            service_not_as_described: { ...given, ...received, ...canceled },
          }
        : {
            reason: "merchandise_not_as_described",
            merchandise_not_as_described: { ...given, ...received, ...returned },
          };
    default:
      return { reason: "other", other: { ...given, ...product } };
  }
}
