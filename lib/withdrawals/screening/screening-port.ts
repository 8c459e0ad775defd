/** The result of the screening of one address. */
export interface ScreeningResult {
  /** `unavailable`: the provider cannot tell, so nothing may be sent. */
  outcome: "clear" | "hit" | "unavailable";
  /** For administrators; null for `clear`. */
  reason: string | null;
  /** The SHA-256 of the list that was used; null where there is none. */
  listSha256: string | null;
}

/** Screens destinations of withdrawals for sanctions. */
export interface ScreeningProvider {
  /** Screens an address of an EVM chain, in any case of its letters. Called outside of transactions. */
  screen(address: string): Promise<ScreeningResult>;
}
