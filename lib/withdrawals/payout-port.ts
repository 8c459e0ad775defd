/**
 * A withdrawal to pay on-chain. Its id is the idempotency key: it is paid at most once, however often this is
 * requested.
 */
export interface Payout {
  withdrawalId: string;
  partnerId: string;
}

/**
 * The final result of a payout. A node error or a missing response is not final: the transaction may have been sent.
 */
export type PayoutEnd =
  /** Mined with the required confirmations. `chain` is the chain on which it was actually paid. */
  | { state: "completed"; chain: string; txHash: string; explorerUrl: string }
  /** The payout was not sent and can never be, so the wallet may be refunded. */
  | { state: "failed"; reason: string };

/** Records the result. Idempotent: a process that dies right afterwards reports the same result again. */
export type EndPayout = (payout: Payout, end: PayoutEnd) => Promise<void>;

/** Pays approved withdrawals. Called outside of any transaction. */
export interface PayoutPort {
  /**
   * Advances every started payout and starts approved ones, oldest approval first. Safe to repeat at any time and to
   * run in several processes at once. Returns counters of the work done.
   */
  advance(end: EndPayout): Promise<Record<string, number>>;
}
