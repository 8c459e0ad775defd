/** A withdrawal that money is sent for. Our id is the far side's key: it is paid at most once, however often it is asked for. */
export interface Payout {
  withdrawalId: string;
  partnerId: string;
}

/** How sending has ended, for certain. An error of a node, or no answer, is no end: it may have been sent. */
export type PayoutEnd =
  /** Mined, with the confirmations that the chain asks for. `chain` is the one it was really paid on. */
  | { state: "completed"; chain: string; txHash: string; explorerUrl: string }
  /** It was not paid and can never be: the wallet may be refunded. */
  | { state: "failed"; reason: string };

/** Writes an end down. Safe to repeat: a process that dies right after it asks for the same again. */
export type EndPayout = (payout: Payout, end: PayoutEnd) => Promise<void>;

/** Sends what was approved. Called outside of any transaction. */
export interface PayoutPort {
  /**
   * Carries on with every payout that was begun and begins approved ones, oldest approval first; safe to repeat at any
   * time and in several processes at once. Answers with counts of what it did.
   */
  advance(end: EndPayout): Promise<Record<string, number>>;
}
