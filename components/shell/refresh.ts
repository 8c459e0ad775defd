/** The polling interval while there are no change notices. */
export const REFRESH_MS = 10_000;
