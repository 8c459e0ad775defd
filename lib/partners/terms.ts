/** The most that one operation moves to a card or off it. Source: spec: Limits. */
export const MAX_CARD_AMOUNT_USD = 10_000;
/** The least that is moved to a card or off it; the first amount of a new card may be smaller. Source: spec: Limits. */
export const MIN_CARD_MOVE_USD = 5;
/** Source: spec: Limits. */
export const MIN_WITHDRAWAL_USD = 5;
/** Flat, taken from what is sent. Source: spec: Limits. */
export const WITHDRAWAL_FEE_MICRO_USD = 500_000n;
