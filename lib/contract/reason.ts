/** The most that an administrator may write of why. */
export const MAX_REASON_CHARACTERS = 500;
