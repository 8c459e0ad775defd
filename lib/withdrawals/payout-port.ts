/** What is to be sent for an approved withdrawal: USDC on Base. Source: spec, Wallet withdrawal. */
export interface Payout {
  /** Our id is the far side's key: one withdrawal is paid at most once, however often it is asked for. */
  withdrawalId: string;
  toAddress: string;
  /** What arrives: the amount less the fee. USDC has six decimals, so a micro-USD is its smallest unit. */
  netMicroUsd: bigint;
}

/** What is known for certain. An error of a node, or no answer, is `sending`: it may have been sent. */
export type PayoutState =
  | { state: "sending" }
  /** Mined, and with the confirmations that the chain asks for. */
  | { state: "completed"; txHash: string }
  /** It was not paid and can never be: the wallet may be refunded. */
  | { state: "failed"; reason: string };

/** Sends what was approved. Called outside of any transaction. */
export interface PayoutPort {
  /** Begins a payout, or carries on with one that was begun, and says where it stands. Safe to repeat at any time. */
  advance(payout: Payout): Promise<PayoutState>;
}
