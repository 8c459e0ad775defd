import { randomUUID } from "node:crypto";
import { userBody } from "../test/fixtures/sample-user.ts";
import { startLithic } from "../test/providers/lithic/index.ts";
import { startStripe } from "../test/providers/stripe/index.ts";
import type { StartedService } from "../test/service/start-service.ts";

/** How long the service may take for a decision, and the issuer waits for it: a slow machine needs more than a second. */
const DECISION_MS = 60_000;

/** A card issuer that is not ours, as its stand-in. Amounts in cents. */
export interface Issuer {
  name: string;
  /** The settings of a service that uses the issuer. */
  env: Record<string, string>;
  /** The issuer sends its messages to this service. */
  connect: (service: StartedService) => void;
  /** The issuer's id of the service's only card. */
  cardId: () => string;
  /** A merchant asks for an amount. Returns the issuer's id of the transaction, and whether it was approved. */
  buy: (cardId: string, amount: number) => Promise<{ id: string; isApproved: boolean }>;
  capture: (id: string, amount: number) => Promise<unknown>;
  /** The issuer refuses the next request of an operation for good. */
  refuseNext: (operation: string) => void;
  close: () => Promise<void>;
}

const firstKey = (map: ReadonlyMap<string, unknown>): string => {
  const [first] = map.keys();
  if (first === undefined) throw new Error("the issuer has no card");
  return first;
};

export async function stripe(): Promise<Issuer> {
  const standIn = await startStripe();
  const { endpoints, network, state } = standIn;
  return {
    name: "Stripe",
    env: {
      CARD_ISSUER: "stripe",
      CARD_DECISION_TIMEOUT_MS: String(DECISION_MS),
      STRIPE_SECRET_KEY: standIn.apiKey,
      STRIPE_API_BASE: standIn.url,
      STRIPE_AUTHORIZATION_WEBHOOK_SECRET: endpoints.authorizations.secret,
      STRIPE_EVENTS_WEBHOOK_SECRET: endpoints.events.secret,
    },
    connect: ({ baseUrl }) => {
      endpoints.authorizations.decisionTimeoutMs = DECISION_MS;
      endpoints.authorizations.url = `${baseUrl}/api/issuers/stripe/authorizations`;
      endpoints.events.url = `${baseUrl}/api/issuers/stripe/events`;
    },
    cardId: () => firstKey(state.cards),
    buy: async (cardId, amount) => {
      const merchant = { name: "Corner Cafe" };
      const { authorization } = await network.authorize(cardId, { amount, merchant });
      return { id: authorization.id, isApproved: authorization.approved };
    },
    capture: (id, amount) => network.capture(id, { amount }),
    refuseNext: (operation) => standIn.failNext({ kind: "refuse", status: 400 }, { operation }),
    close: standIn.stop,
  };
}

export async function lithic(): Promise<Issuer> {
  const standIn = await startLithic();
  const { endpoints, network, state } = standIn;
  return {
    name: "Lithic",
    env: {
      CARD_ISSUER: "lithic",
      CARD_DECISION_TIMEOUT_MS: String(DECISION_MS),
      LITHIC_API_KEY: standIn.apiKey,
      LITHIC_API_BASE: standIn.url,
      LITHIC_AUTHORIZATION_WEBHOOK_SECRET: endpoints.authorizations.secret,
      LITHIC_EVENTS_WEBHOOK_SECRET: endpoints.events.secret,
    },
    connect: ({ baseUrl }) => {
      endpoints.authorizations.decisionTimeoutMs = DECISION_MS;
      endpoints.authorizations.url = `${baseUrl}/api/issuers/lithic/authorizations`;
      endpoints.events.url = `${baseUrl}/api/issuers/lithic/events`;
    },
    cardId: () => firstKey(state.cards),
    buy: async (cardId, amount) => {
      const merchant = { descriptor: "Corner Cafe" };
      const { transaction, decision } = await network.authorize(cardId, { amount, merchant });
      return { id: transaction.token, isApproved: decision.result === "APPROVED" };
    },
    capture: (id, amount) => network.clear(id, { amount }),
    refuseNext: (operation) => standIn.failNext({ kind: "refuse", status: 400 }, { operation }),
    close: standIn.stop,
  };
}

/** Calls the API as the demo's first partner. */
export async function callApi(
  service: StartedService,
  method: string,
  path: string,
  body?: object,
) {
  const [partner] = service.demo.partners;
  const response = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${partner?.apiKey}`,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.data;
}

const AMERICAN = {
  address: "548 Market Street",
  city: "San Francisco",
  region: "CA",
  postalCode: "94104",
  countryCode: "US",
  phoneNumber: "+14155550123",
};

/** Creates an approved user of the programme's country and a card with 100 USD. */
export async function createCard(service: StartedService): Promise<string> {
  const user = await callApi(service, "POST", "/api/v2/partner/card/users", userBody(AMERICAN));
  const kyc = `/api/v1/sandbox/users/${user.serviceId}/kyc`;
  await callApi(service, "POST", kyc, { status: "approved" });
  const wanted = { serviceId: user.serviceId, amount: 100 };
  return (await callApi(service, "POST", "/api/v1/partner/card", wanted)).serviceCardId;
}
