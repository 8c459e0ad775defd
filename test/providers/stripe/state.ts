import type Stripe from "stripe";
import type { StoredCard } from "./objects";

/** The objects that the stand-in of Stripe stores, by id, the oldest first. */
export interface StripeState {
  cardholders: Map<string, Stripe.Issuing.Cardholder>;
  cards: Map<string, StoredCard>;
  authorizations: Map<string, Stripe.Issuing.Authorization>;
  transactions: Map<string, Stripe.Issuing.Transaction>;
  disputes: Map<string, Stripe.Issuing.Dispute>;
  files: Map<string, Stripe.File>;
  /** The contents of the files, by their id. */
  uploads: Map<string, [Uint8Array]>;
  events: Map<string, Stripe.Event>;
  /** The money at Stripe that purchases are paid from. */
  balanceCents: number;
}

export function emptyState(): StripeState {
  return {
    cardholders: new Map(),
    cards: new Map(),
    authorizations: new Map(),
    transactions: new Map(),
    disputes: new Map(),
    files: new Map(),
    uploads: new Map(),
    events: new Map(),
    balanceCents: 100_000_000,
  };
}
