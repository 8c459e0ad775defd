/** Ids carry the machine's time and entries the request's time. The two may differ by this much. */
export const CLOCKS_APART_MS = 300_000;
