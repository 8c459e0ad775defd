import type { Hex } from "viem";
import type { ChainAddress } from "@/lib/chain/networks";

/** The purpose of an authorization: to pay a withdrawal, or to sweep a deposit address to the treasury. */
export type AuthorizationPurpose = "payout" | "sweep";

/** A transfer signed by the token holder (EIP-3009). Anybody can submit it; the token executes it at most once. */
export interface Authorization {
  purpose: AuthorizationPurpose;
  /** The id of the withdrawal or sweep. */
  id: string;
  /** The partner of the withdrawal; null for a sweep. */
  partnerId: string | null;
  tokenAddress: ChainAddress;
  fromAddress: ChainAddress;
  toAddress: ChainAddress;
  amountMicroUsd: bigint;
  nonce: Hex;
  /** In seconds of the chain's clock: the token refuses the authorization in blocks of this time or later. */
  validBefore: bigint;
  /** By the service's clock. */
  signedAt: Date;
  signature: Hex;
  /** Open until the result is recorded. */
  state: "open" | "paid" | "unpaid";
}

/** An approved withdrawal that is not signed yet. */
export interface WaitingPayout {
  withdrawalId: string;
  partnerId: string;
  toAddress: ChainAddress;
  netMicroUsd: bigint;
  /** How many people must approve it by the partner's present settings. */
  approvalsNeeded: number;
}
