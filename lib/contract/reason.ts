/** The maximum length of an administrator's reason. */
export const MAX_REASON_CHARACTERS = 500;
