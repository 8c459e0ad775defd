import type Stripe from "stripe";
import type { Cardholder } from "../port";

/** Stripe prints the name on the card: letters only, and no more than this. */
const MAX_NAME_LENGTH = 24;

/** The name on the card. A long first name is shortened to its initial, and then the end is cut off. */
export function nameOnCard({ firstName, lastName }: Cardholder): string {
  const clean = (name: string) =>
    name
      .normalize("NFC")
      .replace(/[^\p{L}\p{M} '’.-]/gu, " ")
      .replace(/\s+/g, " ")
      .trim();
  const [first, last] = [clean(firstName), clean(lastName)];
  const whole = `${first} ${last}`.trim();
  const short = whole.length <= MAX_NAME_LENGTH ? whole : `${[...first][0] ?? ""} ${last}`;
  return short.trim().slice(0, MAX_NAME_LENGTH).trim() || "Cardholder";
}

function birthDateOf(birthDate: string) {
  const [year = 0, month = 0, day = 0] = birthDate.split("-").map(Number);
  return { year, month, day };
}

/** The data of a cardholder that Stripe requires. */
export function cardholderParams(cardholder: Cardholder): Stripe.Issuing.CardholderCreateParams {
  const { userId, firstName, lastName, email, phoneNumber, address, birthDate, terms } = cardholder;
  return {
    type: "individual",
    name: nameOnCard(cardholder),
    email,
    phone_number: phoneNumber,
    status: "active",
    billing: {
      address: {
        line1: address.street,
        city: address.city,
        state: address.state,
        postal_code: address.postalCode,
        country: address.countryCode,
      },
    },
    individual: {
      first_name: firstName,
      last_name: lastName,
      ...(birthDate === null ? {} : { dob: birthDateOf(birthDate) }),
      card_issuing: {
        user_terms_acceptance: {
          date: Math.floor(terms.acceptedAt.getTime() / 1000),
          ip: terms.ipAddress,
        },
      },
    },
    metadata: { user: userId },
  };
}

/** Why Stripe declines the cards of a cardholder, in its own words; null when it does not. */
export function obstacleOf({ requirements, status }: Stripe.Issuing.Cardholder): string | null {
  const pastDue = requirements.past_due ?? [];
  const reason = requirements.disabled_reason ?? (pastDue.length > 0 ? "past due" : null);
  if (reason !== null) return pastDue.length === 0 ? reason : `${reason}: ${pastDue.join(", ")}`;
  return status === "blocked" ? status : null;
}
