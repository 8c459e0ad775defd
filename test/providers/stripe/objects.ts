import { randomBytes, randomInt } from "node:crypto";
import Stripe from "stripe";
import { luhnCheckDigit } from "@/lib/cards/issuer/luhn";

export const unixNow = () => Math.floor(Date.now() / 1000);
export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`;

/** The fields of `value` that a request may change, without those that it leaves out. */
type Given = Record<string, unknown>;

const NO_CONTROLS = {
  allowed_card_presences: null,
  allowed_categories: null,
  allowed_merchant_countries: null,
  blocked_card_presences: null,
  blocked_categories: null,
  blocked_merchant_countries: null,
  spending_limits: [],
  spending_limits_currency: null,
};

/**
 * The requirements that a cardholder does not meet yet. Cards of a cardholder with such requirements do not authorize.
 */
function pastDue(given: Stripe.Issuing.CardholderCreateParams) {
  const { first_name, last_name, card_issuing } = given.individual ?? {};
  const missing: Stripe.Issuing.Cardholder.Requirements.PastDue[] = [];
  if (!first_name) missing.push("individual.first_name");
  if (!last_name) missing.push("individual.last_name");
  const terms = card_issuing?.user_terms_acceptance;
  if (!terms?.date) missing.push("individual.card_issuing.user_terms_acceptance.date");
  if (!terms?.ip) missing.push("individual.card_issuing.user_terms_acceptance.ip");
  return missing;
}

/** Makes or changes a cardholder as a request asks. */
export function cardholderOf(
  given: Given,
  before?: Stripe.Issuing.Cardholder,
): Stripe.Issuing.Cardholder {
  const params = given as unknown as Stripe.Issuing.CardholderCreateParams;
  const { individual, billing, status } = params;
  const missing = individual || !before ? pastDue(params) : (before.requirements.past_due ?? []);
  const address = billing && { line2: null, state: null, ...billing.address };
  return {
    id: before?.id ?? newId("ich"),
    object: "issuing.cardholder",
    billing: address
      ? ({ address } as Stripe.Issuing.Cardholder.Billing)
      : (before?.billing ?? { address: {} as Stripe.Address }),
    company: null,
    created: before?.created ?? unixNow(),
    email: params.email ?? before?.email ?? null,
    individual: individual
      ? {
          dob: individual.dob ?? { day: null, month: null, year: null },
          first_name: individual.first_name ?? null,
          last_name: individual.last_name ?? null,
          verification: { document: { back: null, front: null } },
          card_issuing: {
            user_terms_acceptance: {
              date: individual.card_issuing?.user_terms_acceptance?.date ?? null,
              ip: individual.card_issuing?.user_terms_acceptance?.ip ?? null,
              user_agent: null,
            },
          },
        }
      : (before?.individual ?? null),
    livemode: false,
    metadata: { ...before?.metadata, ...(params.metadata as Stripe.Metadata | undefined) },
    name: params.name ?? before?.name ?? "",
    phone_number: params.phone_number ?? before?.phone_number ?? null,
    preferred_locales: [],
    requirements: {
      disabled_reason: missing.length > 0 ? "requirements.past_due" : null,
      past_due: missing,
    },
    spending_controls: NO_CONTROLS,
    status: status ?? before?.status ?? "active",
    type: "individual",
  };
}

/** A card with its secrets, which Stripe returns only when asked to expand them. */
export interface StoredCard {
  card: Stripe.Issuing.Card;
  number: string;
  cvc: string;
}

export function newCard(given: Given, cardholder: Stripe.Issuing.Cardholder): StoredCard {
  const params = given as unknown as Stripe.Issuing.CardCreateParams;
  const account = `400000${String(randomInt(1_000_000_000)).padStart(9, "0")}`;
  const number = account + luhnCheckDigit(account);
  const now = new Date();
  const card: Stripe.Issuing.Card = {
    id: newId("ic"),
    object: "issuing.card",
    brand: "Visa",
    cancellation_reason: null,
    cardholder,
    created: unixNow(),
    currency: params.currency,
    exp_month: now.getUTCMonth() + 1,
    exp_year: now.getUTCFullYear() + 4,
    last4: number.slice(-4),
    latest_fraud_warning: { started_at: null, type: null },
    lifecycle_controls: null,
    livemode: false,
    metadata: (params.metadata as Stripe.Metadata | undefined) ?? {},
    personalization_design: null,
    replaced_by: null,
    replacement_for: null,
    replacement_reason: null,
    second_line: null,
    shipping: null,
    spending_controls: NO_CONTROLS,
    status: params.status ?? "inactive",
    type: params.type,
    wallets: {
      apple_pay: { eligible: true, ineligible_reason: null },
      google_pay: { eligible: true, ineligible_reason: null },
      primary_account_identifier: null,
    },
  };
  return { card, number, cvc: String(randomInt(1000)).padStart(3, "0") };
}

/** Where a simulated purchase happens; a taxi ride in San Francisco by default. */
export interface Merchant {
  name?: string | null;
  country?: string | null;
  category?: string;
  category_code?: string;
}

export function merchantData(merchant: Merchant): Stripe.Issuing.Authorization.MerchantData {
  return {
    category: "taxicabs_limousines",
    category_code: "4121",
    city: "San Francisco",
    country: "US",
    name: "Rocket Rides",
    network_id: "1234567890",
    postal_code: "94107",
    state: "CA",
    tax_id: null,
    terminal_id: null,
    url: null,
    ...merchant,
  };
}

export function newEvent(type: string, object: unknown, previous?: unknown): Stripe.Event {
  const event = {
    id: newId("evt"),
    object: "event",
    api_version: Stripe.API_VERSION,
    created: unixNow(),
    data: { object, ...(previous === undefined ? {} : { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  return structuredClone(event) as unknown as Stripe.Event;
}
