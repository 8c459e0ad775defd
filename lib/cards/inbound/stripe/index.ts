import { env } from "@/lib/kernel/env";
import { CARD_ISSUER_NAMES } from "@/lib/kernel/provider-names";
import { stripeSignatureFault } from "@/lib/kernel/signatures/stripe-signature";
import type { InboundIssuer } from "../port";
import { readStripeEvent, stripeEffect } from "./events";
import { readStripeRequest } from "./read-request";
import { stripeSubject } from "./subject";

/** The API version of our responses, which Stripe requires in a header. It is the version of the `stripe` package. */
const STRIPE_VERSION = "2026-10-28.endive";

function secretsOf(route: "authorizations" | "events"): readonly string[] {
  const { STRIPE_AUTHORIZATION_WEBHOOK_SECRET, STRIPE_EVENTS_WEBHOOK_SECRET } = env();
  const secrets =
    route === "events" ? STRIPE_EVENTS_WEBHOOK_SECRET : STRIPE_AUTHORIZATION_WEBHOOK_SECRET;
  return secrets ?? [];
}

/** The messages of Stripe Issuing. */
export const stripeInbound: InboundIssuer = {
  name: "stripe",
  provider: CARD_ISSUER_NAMES.stripe,
  signatureFault: (route, message) => stripeSignatureFault(secretsOf(route), message),
  readRequest: readStripeRequest,
  answer: ({ approved }) => ({
    body: { approved },
    headers: { "Stripe-Version": STRIPE_VERSION },
  }),
  readEvent: readStripeEvent,
  subjectOf: ({ content }) => stripeSubject(content),
  effectOf: stripeEffect,
};
