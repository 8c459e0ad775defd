import type { IssuerName } from "../network/message";
import type { CardStatus } from "../states";
import type { IssuerDisputes } from "./disputes/port";

/** A person who gets cards, as the issuer must know them. */
export interface Cardholder {
  userId: string;
  firstName: string;
  lastName: string;
  email: string;
  /** International format, beginning with `+`. */
  phoneNumber: string;
  address: {
    street: string;
    city: string;
    state: string;
    postalCode: string;
    /** ISO 3166-1 alpha-2. */
    countryCode: string;
  };
  /** `YYYY-MM-DD`; null while no identity check has given it. */
  birthDate: string | null;
  /** When and from where the person accepted the terms of service. */
  terms: { acceptedAt: Date; ipAddress: string };
}

export interface IssueRequest {
  /**
   * The issuer returns the same card for the same key, so that a request retried after a crash issues no second card.
   */
  requestKey: string;
  /** Our id of the card, for people who read the issuer's dashboard. A retried request may have another one. */
  cardId: string;
  /** The issuer's id of the cardholder. */
  cardholderId: string;
  cardholder: Cardholder;
  at: Date;
}

export interface IssuedCard {
  /** The issuer's id of the card. */
  issuerCardId: string;
  first6: string;
  last4: string;
  /** `MM/YY` */
  expiry: string;
  billingAddress: {
    street: string;
    city: string;
    state: string;
    postalCode: string;
    country: string;
  };
  /**
   * Number and CVV in clear text, from the sandbox only: seal them at once. A real issuer keeps them, and `revealCard`
   * fetches them when they are needed.
   */
  secrets?: { number: string; cvv: string };
}

export interface RevealedCard {
  number: string;
  cvv: string;
  /** `MM/YY` */
  expiry: string;
}

export interface ListedCard {
  issuerCardId: string;
  /** `unknown` for a status that this version does not know. */
  status: CardStatus | "unknown";
  last4: string;
  createdAt: Date;
}

export interface ListedCardholder {
  cardholderId: string;
  /** What `cardholderReference` returned for the user when the cardholder was created; null for one that was made elsewhere. */
  reference: string | null;
  /** Why the issuer declines the cards of this cardholder, such as a missing birth date; null when nothing is missing. */
  obstacle: string | null;
}

/**
 * The card issuer. An outside provider implements this interface. The messages of its card network do not pass through
 * it: they arrive at routes of their own and are applied by `lib/cards/network`.
 *
 * Every method throws ProviderUnavailable when the issuer gave no usable response, and ProviderRefused when it refused
 * the request for good. No method may be called inside a database transaction.
 */
export interface CardIssuer {
  readonly name: IssuerName;
  /** Why the programme cannot serve a cardholder of this country (ISO 3166-1 alpha-2); undefined when it can. */
  refuseCountry(countryCode: string): string | undefined;
  /** What the issuer keeps beside a cardholder to name the user. */
  cardholderReference(userId: string): string;
  /** Creates a cardholder and returns the issuer's id. The same user id gives the same cardholder. */
  createCardholder(cardholder: Cardholder): Promise<string>;
  /**
   * Takes over data of the person that became known after the cardholder was created: the birth date. Idempotent, and
   * changes no status. An issuer that keeps no birth date ignores it.
   */
  updateCardholder(cardholderId: string, cardholder: Cardholder): Promise<void>;
  /** Ends the use of a cardholder whose user was deleted. Idempotent. */
  deactivateCardholder(cardholderId: string): Promise<void>;
  /**
   * Issues a card. Idempotent by `requestKey`, also after the provider forgot its own idempotency keys: the adapter
   * looks for a card with the key before it issues one.
   */
  issueCard(request: IssueRequest): Promise<IssuedCard>;
  /** Sets the status that the card shall have at the issuer. Idempotent; `terminated` is final. */
  setCardStatus(issuerCardId: string, status: CardStatus): Promise<void>;
  /** Fetches number, CVV and expiry with one outside call that has a time limit. */
  revealCard(issuerCardId: string): Promise<RevealedCard>;
  /** Lists all cards at the issuer, for the reconciliation. The sandbox has none. */
  listCards(): AsyncIterable<ListedCard>;
  /** Lists all cardholders at the issuer, for the reconciliation. The sandbox has none. */
  listCardholders(): AsyncIterable<ListedCardholder>;
  /** The disputes of card transactions. */
  readonly disputes: IssuerDisputes;
}
