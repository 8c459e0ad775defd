/** A card as the issuer returns it. The number and CVV are in clear text: seal them at once. */
export interface IssuedCard {
  /** The issuer's id of the card. */
  issuerCardId: string;
  number: string;
  cvv: string;
  /** `MM/YY` */
  expiry: string;
  billingAddress: {
    street: string;
    city: string;
    state: string;
    postalCode: string;
    country: string;
  };
}

export interface IssueRequest {
  /**
   * The issuer returns the same card for the same key, so that a request retried after a crash issues no second card.
   */
  requestKey: string;
  cardholderName: string;
  at: Date;
}

/**
 * The card issuer. An outside provider implements this interface. The requests of its card network (authorize, settle,
 * reverse, refund) arrive through the use cases of `lib/cards`.
 */
export interface CardIssuer {
  issueCard(request: IssueRequest): Promise<IssuedCard>;
  /** Closes a card that was issued but never returned to a partner. Idempotent. */
  closeCard(issuerCardId: string): Promise<void>;
}
