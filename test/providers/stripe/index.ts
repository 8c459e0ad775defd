import { randomBytes } from "node:crypto";
import type { Handler } from "../stand-in/answer";
import { startStandIn } from "../stand-in/server";
import { stripeContract } from "./contract";
import { stripeHandlers } from "./handlers";
import { stripeNetwork } from "./network";
import { emptyState, type StripeState } from "./state";
import { testHelpers } from "./test-helpers";
import { eventSender, type StripeEndpoints } from "./webhooks";

/** Stripe's error types by status. */
function errorType(status: number, code: string | undefined): string {
  if (code === "idempotency_error") return "idempotency_error";
  return status >= 500 ? "api_error" : "invalid_request_error";
}

interface StripeOptions {
  /** Where Stripe sends authorization requests and events; it sends nothing without them. */
  authorizationsUrl?: string;
  eventsUrl?: string;
  /** Further operations of Stripe, such as those of Stripe Identity. */
  handlers?: Record<string, Handler>;
}

function documentsOf({ disputes, uploads }: StripeState, disputeId: string): Uint8Array[] {
  const evidence = disputes.get(disputeId)?.evidence;
  const fields = evidence?.[evidence.reason as "other"];
  return uploads.get(String(fields?.additional_documentation)) ?? [];
}

/**
 * Starts a stand-in of Stripe Issuing. It checks each request and answer with Stripe's own OpenAPI document, and
 * simulates the card network with webhooks that Stripe's own client signs.
 */
export async function startStripe({
  authorizationsUrl,
  eventsUrl,
  handlers = {},
}: StripeOptions = {}) {
  const apiKey = `sk_test_${randomBytes(12).toString("hex")}`;
  const state = emptyState();
  const secret = () => `whsec_${randomBytes(24).toString("hex")}`;
  const endpoints: StripeEndpoints = {
    authorizations: { url: authorizationsUrl, secret: secret() },
    events: { url: eventsUrl, secret: secret() },
  };
  const contract = await stripeContract();
  const events = eventSender(contract, state, endpoints);
  const account = { isApprovedByDefault: false };
  const network = stripeNetwork({
    contract,
    state,
    endpoints,
    events,
    isApprovedByDefault: () => account.isApprovedByDefault,
  });
  const server = await startStandIn({
    contracts: [contract],
    isForm: true,
    handlers: { ...stripeHandlers(state), ...testHelpers(state, network), ...handlers },
    isAuthorized: ({ authorization }) => authorization === `Bearer ${apiKey}`,
    errorBody: ({ status, code, message }) => ({
      error: { type: errorType(status, code), message, ...(code === undefined ? {} : { code }) },
    }),
  });
  return {
    ...server,
    /** The key that the stand-in accepts, as a test key of Stripe. */
    apiKey,
    contract,
    state,
    /** The files that the evidence of a dispute names. */
    filesOf: (disputeId: string) => documentsOf(state, disputeId),
    /** Where notifications go; the addresses may change while the stand-in runs. */
    endpoints,
    /** `isApprovedByDefault`: what Stripe decides when the service does not answer. */
    account,
    events,
    network,
  };
}

export type StripeStandIn = Awaited<ReturnType<typeof startStripe>>;
