import type Stripe from "stripe";
import { stripeFeed } from "@/lib/cards/inbound/feed/stripe-feed";
import { stripeInbound } from "@/lib/cards/inbound/stripe";
import { CARD_ISSUER_NAMES } from "@/lib/kernel/provider-names";
import { askStripe } from "@/lib/kernel/stripe/ask-stripe";
import type { IssuerTestMode } from "./network-steps.ts";

const MERCHANT = { category: "taxicabs_limousines", city: "Oakland", country: "US", name: "Test" };

const ask = <Result>(operation: string, run: () => Promise<Result>) =>
  askStripe({ provider: CARD_ISSUER_NAMES.stripe, operation }, run);

/** The service declines the purchases of a card that it has not stored, as that of a check. */
const OF_THE_SERVICE = "webhook_declined";

/**
 * A merchant in Stripe's test helpers. A purchase that Stripe declined by itself is a failure: the account is not
 * ready, for example because the Issuing balance of its test mode is empty.
 */
export function stripeTestMode(stripe: Stripe): IssuerTestMode {
  const { authorizations, transactions } = stripe.testHelpers.issuing;
  return {
    feed: stripeFeed(stripe),
    inbound: stripeInbound,
    async authorize(card, amount) {
      const { id } = await ask("testAuthorization", () =>
        authorizations.create({ card, amount, currency: "usd", merchant_data: MERCHANT }),
      );
      const { approved, request_history } = await ask("readAuthorization", () =>
        stripe.issuing.authorizations.retrieve(id),
      );
      if (approved) return { id };
      const declined = request_history.at(-1)?.reason ?? "no reason";
      if (declined !== OF_THE_SERVICE) throw new Error(`Stripe declined the purchase: ${declined}`);
      return { id, declined };
    },
    async capture(id, capture_amount) {
      await ask("testCapture", () => authorizations.capture(id, { capture_amount }));
    },
    async collect(card, amount) {
      const purchase = { card, amount, currency: "usd", merchant_data: MERCHANT };
      await ask("testForceCapture", () => transactions.createForceCapture(purchase));
    },
    async refund(card, amount) {
      const refund = { card, amount, currency: "usd", merchant_data: MERCHANT };
      await ask("testRefund", () => transactions.createUnlinkedRefund(refund));
    },
    disputedId: (captureId) => captureId,
  };
}
