import { type Handler, ok, Refused } from "../stand-in/answer";
import { disputeHandlers } from "./dispute-handlers";
import { found, matching, page } from "./lists";
import { cardholderOf, newCard, type StoredCard } from "./objects";
import type { StripeState } from "./state";

/** Stripe: "The maximum length of this field is 24 characters … cannot contain any special characters or numbers." */
const CARDHOLDER_NAME = /^[\p{L}\p{M} .,'’/-]{1,24}$/u;

function checkCardholder({ name, billing }: Record<string, unknown>): void {
  if (name !== undefined && !CARDHOLDER_NAME.test(String(name)))
    throw new Refused(400, "Invalid cardholder name", "parameter_invalid");
  const country = (billing as { address?: { country?: string } } | undefined)?.address?.country;
  if (billing !== undefined && !/^[A-Z]{2}$/.test(country ?? ""))
    throw new Refused(400, "Country is invalid", "country_unsupported");
}

function cardholderHandlers(state: StripeState): Record<string, Handler> {
  return {
    "POST /v1/issuing/cardholders": ({ body }) => {
      checkCardholder(body);
      const cardholder = cardholderOf(body);
      state.cardholders.set(cardholder.id, cardholder);
      return ok(cardholder);
    },
    "GET /v1/issuing/cardholders": (call) => {
      const fields = ["email", "phone_number", "status", "type"] as const;
      const all = matching(state.cardholders.values(), call.query, fields);
      return page(all, call, "/v1/issuing/cardholders");
    },
    "GET /v1/issuing/cardholders/{cardholder}": ({ path }) =>
      ok(found(state.cardholders, path.cardholder, "issuing cardholder")),
    "POST /v1/issuing/cardholders/{cardholder}": ({ path, body }) => {
      const before = found(state.cardholders, path.cardholder, "issuing cardholder");
      checkCardholder(body);
      const cardholder = cardholderOf(body, before);
      state.cardholders.set(cardholder.id, cardholder);
      return ok(cardholder);
    },
  };
}

function cardHandlers(state: StripeState): Record<string, Handler> {
  /** The card as its holder is now. */
  const current = ({ card }: { card: StripeCard }) => ({
    ...card,
    cardholder: state.cardholders.get(card.cardholder.id) ?? card.cardholder,
  });
  return {
    "POST /v1/issuing/cards": ({ body }) => {
      const cardholder = found(state.cardholders, body.cardholder, "issuing cardholder", 400);
      const stored = newCard(body, cardholder);
      state.cards.set(stored.card.id, stored);
      return ok(stored.card);
    },
    "GET /v1/issuing/cards": (call) => {
      const fields = ["cardholder", "status", "type", "last4", "exp_month", "exp_year"] as const;
      const all = matching([...state.cards.values()].map(current), call.query, fields);
      return page(all, call, "/v1/issuing/cards");
    },
    "GET /v1/issuing/cards/{card}": ({ path, query }) => {
      const stored = found(state.cards, path.card, "issuing card");
      const expand = Array.isArray(query.expand) ? query.expand : [];
      for (const name of expand)
        if (name !== "number" && name !== "cvc")
          throw new Refused(400, `This property cannot be expanded (${name}).`);
      const secrets = { number: stored.number, cvc: stored.cvc };
      return ok({
        ...current(stored),
        ...Object.fromEntries(Object.entries(secrets).filter(([name]) => expand.includes(name))),
      });
    },
    "POST /v1/issuing/cards/{card}": ({ path, body }) => {
      const stored = found(state.cards, path.card, "issuing card");
      const { status, cancellation_reason = null, metadata } = body;
      if (status !== undefined && stored.card.status === "canceled")
        throw new Refused(400, "This card is canceled and its status cannot be changed.");
      Object.assign(stored.card, {
        metadata: { ...stored.card.metadata, ...(metadata as object) },
      });
      if (status !== undefined) Object.assign(stored.card, { status, cancellation_reason });
      return ok(current(stored));
    },
  };
}

type StripeCard = StoredCard["card"];

/** The operations of Stripe that the service uses. */
export function stripeHandlers(state: StripeState): Record<string, Handler> {
  return {
    ...cardholderHandlers(state),
    ...cardHandlers(state),
    ...disputeHandlers(state),
    "GET /v1/issuing/authorizations": (call) =>
      page(
        matching(state.authorizations.values(), call.query, ["card", "cardholder", "status"]),
        call,
        "/v1/issuing/authorizations",
      ),
    "GET /v1/issuing/authorizations/{authorization}": ({ path }) =>
      ok(found(state.authorizations, path.authorization, "issuing authorization")),
    "GET /v1/issuing/transactions": (call) =>
      page(
        matching(state.transactions.values(), call.query, ["card", "cardholder", "type"]),
        call,
        "/v1/issuing/transactions",
      ),
    "GET /v1/issuing/transactions/{transaction}": ({ path }) =>
      ok(found(state.transactions, path.transaction, "issuing transaction")),
    "GET /v1/events": (call) => {
      const { type, types } = call.query;
      const wanted = Array.isArray(types) ? types : type === undefined ? undefined : [type];
      const all = [...state.events.values()].filter(
        (event) => wanted?.includes(event.type) ?? true,
      );
      return page(all, call, "/v1/events");
    },
    "GET /v1/events/{id}": ({ path }) => ok(found(state.events, path.id, "event")),
    "GET /v1/balance": () =>
      ok({
        object: "balance",
        available: [{ amount: 0, currency: "usd", source_types: { card: 0 } }],
        issuing: { available: [{ amount: state.balanceCents, currency: "usd" }] },
        livemode: false,
        pending: [{ amount: 0, currency: "usd", source_types: { card: 0 } }],
      }),
  };
}
