import type { Hex } from "viem";
import type { ChainAddress } from "@/lib/chain/networks";

/** What an authorisation moves tokens for: a withdrawal, or the way from a deposit address to the treasury. */
export type AuthorizationPurpose = "payout" | "sweep";

/** A transfer that its holder signed (EIP-3009). Whoever sends it, the token carries it out once at most. */
export interface Authorization {
  purpose: AuthorizationPurpose;
  /** Of the withdrawal or the sweep. */
  id: string;
  /** Whose withdrawal it is; null for a sweep. */
  partnerId: string | null;
  tokenAddress: ChainAddress;
  fromAddress: ChainAddress;
  toAddress: ChainAddress;
  amountMicroUsd: bigint;
  nonce: Hex;
  /** Seconds of the chain's clock: a block of this time or later refuses it. */
  validBefore: bigint;
  signature: Hex;
  /** Open until it is written down how it ended. */
  state: "open" | "paid" | "unpaid";
}

/** An approved withdrawal for which nothing is signed yet. */
export interface WaitingPayout {
  withdrawalId: string;
  partnerId: string;
  toAddress: ChainAddress;
  netMicroUsd: bigint;
}
