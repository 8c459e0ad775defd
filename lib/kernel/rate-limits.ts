/** A token bucket: `perS` requests a second fill it, and it holds `burst`. */
export interface RateLimit {
  perS: number;
  burst: number;
}

/**
 * The limits of requests. Each process counts for itself (docs/decisions/0006-rate-limits.md). Locks after wrong
 * passwords and codes are another matter: they are kept in the database (docs/decisions/0042-sign-in-attempts.md).
 */
export const RATE_LIMITS = {
  /** All API keys of a new partner together; administrators change it per partner. Source: design 7. */
  partner: { perS: 100, burst: 200 },
  /** One of a partner's people in the dashboard. Pages ask for several things at once; nobody clicks this fast. */
  person: { perS: 25, burst: 250 },
  /** One person's own account: sessions, password, second factor. */
  account: { perS: 5, burst: 50 },
  /** Links that need no session (invitations, recovery), per address. */
  visitor: { perS: 1, burst: 20 },
  /** Sign-ins, per address. */
  signIn: { perS: 5, burst: 50 },
  /** All other actions of next-auth, per address. Pages ask for none of them but `csrf` and `signout`. */
  session: { perS: 10, burst: 100 },
  /**
   * Unknown API keys, per address. Guessing is hopeless at any rate; this keeps the database free, and is more than a
   * partner's whole office does with a wrong setting.
   */
  unknownKey: { perS: 50, burst: 1_000 },
  /** Look-ups of a deposit by its transaction, per partner: each asks a node several times. */
  depositLookup: { perS: 2, burst: 10 },
  /** Documents sent on a verification page, per link. */
  identityCheck: { perS: 1, burst: 5 },
} as const satisfies Record<string, RateLimit>;

/** Between two cards of one user. Checked in the transaction that creates the card. Source: spec: Limits. */
export const CARD_INTERVAL_MS = 5 * 60_000;

/** Terminations of one partner's cards, counted in the transaction that ends a card. Source: design 7. */
export const TERMINATIONS = { max: 10, windowMs: 60_000 } as const;
