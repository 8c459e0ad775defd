import type Stripe from "stripe";
import { env } from "@/lib/kernel/env";
import { askStripe } from "@/lib/kernel/stripe/ask-stripe";
import { stripeClient } from "@/lib/kernel/stripe/client";
import { authorizationEffect } from "../stripe/authorization-effect";
import { readStripeEvent, STRIPE_EVENT_TYPES } from "../stripe/events";
import { stripeAuthorization, stripeTransaction } from "../stripe/schema";
import { stripeSubject } from "../stripe/subject";
import { transactionEffect } from "../stripe/transaction-effect";
import { readAs } from "../unreadable-message";
import type { IssuerFeed } from "./port";
import { readPostings } from "./read-postings";
import { unlessMissing } from "./unless-missing";

const LIMIT = 100;

interface Page<Item> {
  data: Item[];
  has_more: boolean;
}

/** Reads the pages of a list, each as one operation. */
async function* pages<Item extends { id: string }>(
  operation: string,
  list: (after: { starting_after?: string }) => Promise<Page<Item>>,
): AsyncIterable<Item[]> {
  let after: { starting_after?: string } = {};
  for (;;) {
    const page = await askStripe({ provider: "stripe-issuing", operation }, () => list(after));
    yield page.data;
    const last = page.data.at(-1);
    if (!page.has_more || !last) return;
    after = { starting_after: last.id };
  }
}

/** What Stripe lists: events of the last 30 days, and all transactions. */
export function stripeFeed(stripe: Stripe = stripeClient(env())): IssuerFeed {
  const createdFrom = (since: Date) => ({ created: { gte: Math.floor(since.getTime() / 1_000) } });
  return {
    async *listEvents(since) {
      const query = { types: STRIPE_EVENT_TYPES, ...createdFrom(since), limit: LIMIT };
      const found = pages("listEvents", (after) => stripe.events.list({ ...query, ...after }));
      for await (const events of found) yield events.map(readStripeEvent);
    },
    async readTransaction(issuerTransactionId, { id, at }) {
      const read = () => stripe.issuing.authorizations.retrieve(issuerTransactionId);
      const call = { provider: "stripe-issuing", operation: "readAuthorization" };
      const found = await unlessMissing(askStripe(call, read));
      if (!found) return undefined;
      const createdS = Math.floor(at.getTime() / 1_000);
      const event = { id, createdS, origin: "read" } as const;
      return { notification: authorizationEffect(readAs(stripeAuthorization, found), event) };
    },
    async *listPostings(since) {
      const query = { ...createdFrom(since), limit: LIMIT };
      const found = pages("listTransactions", (after) =>
        stripe.issuing.transactions.list({ ...query, ...after }),
      );
      for await (const transactions of found)
        yield readPostings(transactions, {
          idOf: ({ id }) => id,
          cardIdOf: (each) => stripeSubject(each).issuerCardId,
          notificationOf: (each) => transactionEffect(readAs(stripeTransaction, each)),
        });
    },
  };
}
