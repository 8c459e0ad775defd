import type Stripe from "stripe";
import type { Cardholder } from "../port";

/** Stripe prints the name on the card: letters only, and no more UTF-16 units than this. */
const MAX_NAME_LENGTH = 24;

/** A letter with its marks, which Unicode calls a grapheme. */
const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The beginning of a name that fits. Half a letter cannot be sent: Stripe's client refuses half a surrogate pair. */
function beginningOf(name: string): string {
  let end = 0;
  for (const { index, segment } of letters.segment(name)) {
    if (index + segment.length > MAX_NAME_LENGTH) break;
    end = index + segment.length;
  }
  return name.slice(0, end);
}

/** The name on the card. A long first name is shortened to its initial, and then the end is cut off. */
export function nameOnCard({ firstName, lastName }: Cardholder): string {
  const clean = (name: string) =>
    name
      .normalize("NFC")
      .replace(/[^\p{L}\p{M} '’.-]/gu, " ")
      // A mark needs a letter before it.
      .replace(/(^|\s)\p{M}+/gu, "$1")
      .replace(/\s+/g, " ")
      .trim();
  const [first, last] = [clean(firstName), clean(lastName)];
  const whole = `${first} ${last}`.trim();
  const short = whole.length <= MAX_NAME_LENGTH ? whole : `${[...first][0] ?? ""} ${last}`;
  return beginningOf(short.trim()).trim() || "Cardholder";
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
