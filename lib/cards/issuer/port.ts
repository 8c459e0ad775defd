/** A card as its issuer made it. The number and CVV are in clear: seal them at once. */
export interface IssuedCard {
  /** The issuer's name for the card. */
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
  /** The same key gives the same card again, so that a request repeated after a crash issues no second one. */
  requestKey: string;
  cardholderName: string;
  at: Date;
}

/**
 * Who makes cards. A provider implements this; what its card network asks of us (authorise, settle, reverse, refund)
 * comes in through the use cases of `lib/cards`.
 */
export interface CardIssuer {
  issueCard(request: IssueRequest): Promise<IssuedCard>;
  /** Closes a card that was issued and never given out. Closing twice does nothing. */
  closeCard(issuerCardId: string): Promise<void>;
}
