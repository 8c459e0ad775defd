/** The maximum of one transfer to or from a card. Source: spec: Limits. */
export const MAX_CARD_AMOUNT_USD = 10_000;
/** The minimum of a transfer to or from a card; a new card's initial amount may be smaller. Source: spec: Limits. */
export const MIN_CARD_MOVE_USD = 5;
/** Source: spec: Limits. */
export const MIN_WITHDRAWAL_USD = 5;
