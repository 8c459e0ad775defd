/** The maximum length of the reason of a decision. */
export const MAX_REASON_CHARACTERS = 500;
