/** A token bucket: it refills at `perS` requests a second and holds at most `burst`. */
export interface RateLimit {
  perS: number;
  burst: number;
}

/**
 * The limits of requests, over all processes (docs/decisions/0006-rate-limits.md). Locks after wrong passwords and codes
 * are separate: the database counts them (docs/decisions/0042-sign-in-attempts.md).
 */
export const RATE_LIMITS = {
  /**
   * All API keys of a partner together. This is the default; administrators change it per partner. Source: design 7.
   */
  partner: { perS: 100, burst: 200 },
  /** One person of a partner in the dashboard. Pages send several requests at once; no person clicks this fast. */
  person: { perS: 25, burst: 250 },
  /** One of the operator's people in the console, whose pages send several requests at once too. */
  operator: { perS: 25, burst: 250 },
  /** One person's own account: sessions, password, second factor. */
  account: { perS: 5, burst: 50 },
  /** Links that need no session (invitations, recovery), per address. */
  visitor: { perS: 1, burst: 20 },
  /** Pictures of partners, per address. Browsers cache them. */
  logo: { perS: 10, burst: 100 },
  /** Sign-ins, per address. */
  signIn: { perS: 5, burst: 50 },
  /** Sign-ins from a /48 of IPv6, which has 65,536 of the networks that count as one address. */
  signInSite: { perS: 10, burst: 200 },
  /** All other actions of next-auth, per address. Pages only use `csrf` and `signout`. */
  session: { perS: 10, burst: 100 },
  /**
   * Unknown API keys, per address. Guessing a key is hopeless at any rate; the limit protects the database. It allows
   * more than a whole office with a wrong setting sends.
   */
  unknownKey: { perS: 50, burst: 1_000 },
  /** Lookups of a deposit by its transaction, per partner: each lookup sends several requests to a node. */
  depositLookup: { perS: 2, burst: 10 },
  /** Deposits of the sandbox, per partner: one faucet of all partners signs and pays for each. */
  sandboxDeposit: { perS: 5, burst: 100 },
  /** Proofs of a journal, per partner: the first one of a day computes the hashes of all journals of the day. */
  journalProof: { perS: 2, burst: 10 },
  /** Uploads of evidence files, per partner: each one is up to 5 MB in memory. lib/http/limit-upload.ts takes it. */
  evidenceFile: { perS: 1, burst: 20 },
  /**
   * Entries of the request log about one kind of refusal before a request is admitted, per partner and process. No other
   * limit holds for these requests, so the log would grow as fast as somebody can send them.
   */
  loggedRefusal: { perS: 1, burst: 100 },
  /** Openings of a verification page, per link. A page that waits for the result opens itself again. */
  verificationPage: { perS: 0.5, burst: 20 },
  /** Submissions on a verification page, per link. */
  identityCheck: { perS: 1, burst: 5 },
} as const satisfies Record<string, RateLimit>;

/**
 * The minimum time between two cards of one user. Checked in the transaction that creates the card.
 * Source: spec: Limits.
 */
export const CARD_INTERVAL_MS = 5 * 60_000;

/** Terminations of one partner's cards, counted in the transaction that terminates a card. Source: design 7. */
export const TERMINATIONS = { max: 10, windowMs: 60_000 } as const;
