import type Stripe from "stripe";
import type { CardStatus } from "../../states";
import type { IssuedCard, ListedCard } from "../port";

/** Stripe's word for each of our statuses. */
export const STRIPE_STATUS: Record<CardStatus, "active" | "inactive" | "canceled"> = {
  active: "active",
  frozen: "inactive",
  terminated: "canceled",
};

const OUR_STATUS: Partial<Record<string, CardStatus>> = {
  active: "active",
  inactive: "frozen",
  canceled: "terminated",
};

/** `MM/YY` */
export function expiryOf({ exp_month, exp_year }: Stripe.Issuing.Card): string {
  const twoDigits = (number: number) => String(number % 100).padStart(2, "0");
  return `${twoDigits(exp_month)}/${twoDigits(exp_year)}`;
}

/** Our form of an issued card. Of the number only the first six digits are kept. */
export function issuedCardOf(card: Stripe.Issuing.Card, number: string): IssuedCard {
  const { line1, line2, city, state, postal_code, country } = card.cardholder.billing.address;
  return {
    issuerCardId: card.id,
    first6: number.slice(0, 6),
    last4: card.last4,
    expiry: expiryOf(card),
    billingAddress: {
      street: [line1, line2].filter((line) => line).join(", "),
      city: city ?? "",
      state: state ?? "",
      postalCode: postal_code ?? "",
      country: country ?? "",
    },
  };
}

/** Our form of a card in a list; statuses that Stripe adds later are unknown. */
export function listedCardOf({ id, status, last4, created }: Stripe.Issuing.Card): ListedCard {
  return {
    issuerCardId: id,
    status: OUR_STATUS[status] ?? "unknown",
    last4,
    createdAt: new Date(created * 1000),
  };
}
