import { createHmac, randomUUID } from "node:crypto";
import { standardSignature } from "@/lib/kernel/signatures/standard-webhook";
import { lithicRequest } from "@/test/fixtures/lithic-messages";
import { stripeEvent, stripeRequest } from "@/test/fixtures/stripe-messages";
import type { Request } from "./request";
import type { Bulk, SpenderCard, Subjects } from "./subjects";

export interface Scenario {
  name: string;
  /** The ratio to the reference that is wanted on 2 cores: to a bare route handler of an empty Next application. */
  wanted?: number;
  /** Requests a second; as many as possible without it. The ratio to the reference then says nothing. */
  perS?: number;
  /** The name of an operation before this one; half as many requests a second are sent as it had. */
  halfOf?: string;
  /** The p99 that is wanted. It is printed beside the measured one, and nothing fails. */
  wantedP99Ms?: number;
  next: () => Request;
}

/** The server's secrets for requests of issuers. */
const STRIPE_SECRET = process.env.STRIPE_AUTHORIZATION_WEBHOOK_SECRET ?? "";
const LITHIC_SECRET = process.env.LITHIC_AUTHORIZATION_WEBHOOK_SECRET ?? "";

/** Issuers wait two seconds for a decision, the network included. */
const DECISIONS = { perS: 100, wantedP99Ms: 150 };

/** Goes round its subjects, partner after partner, so that no single row is the benchmark. */
export function rotating(cards: readonly SpenderCard[]): () => SpenderCard {
  const partners = [...Map.groupBy(cards, ({ apiKey }) => apiKey).values()];
  const order = cards.map(
    (_, index) => partners[index % partners.length]?.[Math.floor(index / partners.length)],
  );
  let index = 0;
  return () => order[index++ % order.length] ?? { apiKey: "", cardId: "" };
}

const get = (path: string, apiKey: string): Request => ({
  method: "GET",
  path,
  headers: { authorization: `Bearer ${apiKey}` },
});

/**
 * A bare route handler of the service as Next serves it. Our server calls `/api/health` itself, but leaves other spellings
 * of the path to Next (docs/decisions/0057-own-server.md).
 */
export const BARE_PATH = "/api/./health";

export const getCard = (next: () => SpenderCard) => () => {
  const { apiKey, cardId } = next();
  return get(`/api/v1/partner/card/${cardId}`, apiKey);
};
export const listCards = (bulk: Bulk) => () => get("/api/v1/partner/card", bulk.apiKey);
export const listTransactions = (bulk: Bulk) => () =>
  get(`/api/v1/partner/card/transactions?serviceCardId=${bulk.cardId}`, bulk.apiKey);

function post(path: string, apiKey: string, body: object): Request {
  return {
    method: "POST",
    path,
    headers: {
      authorization: `Bearer ${apiKey}`,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
    },
    body: JSON.stringify(body),
  };
}

export const fund = (next: () => SpenderCard) => () => {
  const { apiKey, cardId } = next();
  return post("/api/v1/partner/card/fund", apiKey, { serviceCardId: cardId, amount: 5 });
};

/** A request of Stripe for a decision about one cent, signed as Stripe signs it. */
function stripeAuthorization({ cardId }: SpenderCard): Request {
  const request = stripeRequest(cardId, 1, { id: `iauth_${randomUUID()}` });
  const body = JSON.stringify(stripeEvent("issuing_authorization.request", request));
  const timestamp = Math.floor(Date.now() / 1_000);
  const signature = createHmac("sha256", STRIPE_SECRET)
    .update(`${timestamp}.${body}`)
    .digest("hex");
  return {
    method: "POST",
    path: "/api/issuers/stripe/authorizations",
    headers: {
      "content-type": "application/json",
      "stripe-signature": `t=${timestamp},v1=${signature}`,
    },
    body,
  };
}

/** A request of Lithic for a decision about one cent, signed as Standard Webhooks are. */
function lithicAuthorization({ cardId }: SpenderCard): Request {
  const body = JSON.stringify(lithicRequest(cardId, 1));
  const id = randomUUID();
  const timestampS = Math.floor(Date.now() / 1_000);
  return {
    method: "POST",
    path: "/api/issuers/lithic/authorizations",
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(timestampS),
      "webhook-signature": standardSignature(LITHIC_SECRET, { id, timestampS, body }),
    },
    body,
  };
}

/** Purchases of one cent that the sandbox's network asks for. */
export const authorize = (next: () => SpenderCard) => () => {
  const { apiKey, cardId } = next();
  const purchase = { amount: 0.01, merchantName: "Bench", merchantCountry: "US" };
  return post(`/api/v1/sandbox/cards/${cardId}/authorizations`, apiKey, purchase);
};

/** The decisions about purchases: of the sandbox and of each issuer, as many as possible and at a usual rate. */
function decisions({ cards, stripeCards, lithicCards }: Subjects): Scenario[] {
  const nextOfStripe = rotating(stripeCards);
  const nextOfLithic = rotating(lithicCards);
  const sandbox = authorize(rotating(cards));
  const stripe = () => stripeAuthorization(nextOfStripe());
  const lithic = () => lithicAuthorization(nextOfLithic());
  return [
    { name: "Sandbox authorization", wanted: 2, next: sandbox },
    { name: "Sandbox authorization, 100 a second", ...DECISIONS, next: sandbox },
    { name: "Issuer authorization, Stripe", next: stripe },
    { name: "Issuer authorization, Stripe, 100 a second", ...DECISIONS, next: stripe },
    { name: "Issuer authorization, Lithic", next: lithic },
    { name: "Issuer authorization, Lithic, 100 a second", ...DECISIONS, next: lithic },
  ];
}

/** The requests that are compared with the empty handler. */
export function scenarios(subjects: Subjects): Scenario[] {
  const { cards, bulks } = subjects;
  const next = rotating(cards);
  const ofOnePartner = rotating(cards.filter(({ apiKey }) => apiKey === cards[0]?.apiKey));
  const payout = { amount: 5, toAddress: "0x52908400098527886E0F7030069857D2E4169EE7" };
  return [
    { name: "Health, past Next", next: () => ({ method: "GET", path: "/api/health" }) },
    { name: "Get Card", wanted: 5, next: getCard(next) },
    { name: "List Cards (50 of 100,000)", wanted: 2.5, next: listCards(bulks.list) },
    {
      name: "List Card Transactions (50 of 100,000 of a card)",
      next: listTransactions(bulks.list),
    },
    { name: "Fund Card", wanted: 2.5, next: fund(next) },
    { name: "Fund Card, half of its peak", halfOf: "Fund Card", wantedP99Ms: 12, next: fund(next) },
    { name: "Fund Card, all from one wallet", next: fund(ofOnePartner) },
    {
      name: "Withdraw from Card",
      next: () => {
        const { apiKey, cardId } = next();
        const body = { serviceCardId: cardId, amount: 5, reference: "bench" };
        return post("/api/v1/partner/card/withdraw", apiKey, body);
      },
    },
    ...decisions(subjects),
    {
      name: "Create Withdrawal",
      wanted: 2,
      next: () => post("/api/v1/partner/withdrawal", next().apiKey, payout),
    },
  ];
}
