import type { BlockList } from "node:net";
import type { ApiKeyScope } from "./scopes";

/** A partner's fees: flat fees in micro-USD, rates in basis points. Source: design 7, fees. */
export interface PartnerFees {
  kycFeeMicroUsd: bigint;
  cardCreationFeeMicroUsd: bigint;
  fundingFeeMicroUsd: bigint;
  fundingFeeBps: number;
  cardWithdrawalFeeMicroUsd: bigint;
  crossBorderFeeBps: number;
}

/** The settings of a partner, which administrators change. */
export interface PartnerSettings extends PartnerFees {
  requestsPerS: number;
  requestBurst: number;
  /**
   * Withdrawals above this amount need the approval of two different administrators; null: one approval always
   * suffices.
   */
  secondApprovalAboveMicroUsd: bigint | null;
}

/** The partner on whose behalf a request runs. */
export interface CallingPartner extends PartnerFees {
  id: string;
  name: string;
  redirectUrl: string | null;
  walletAddress: string;
  requestsPerS: number;
  requestBurst: number;
  /** The seconds by which the partner advanced its sandbox clock; 0 in production. */
  clockOffsetS: number;
  suspendedAt: Date | null;
}

/** A partner as found by an API key, which may expire, or for a person of the partner. */
export interface FoundPartner extends CallingPartner {
  keyId?: string;
  /** Scopes of the key. */
  keyScopes?: readonly ApiKeyScope[];
  /** The time from which the key is refused; null: none. */
  keyExpiresAt?: Date | null;
  /** By how much the clock of the database was ahead of this process's when the key was read. */
  clockOffsetMs?: number;
  /** The addresses from which the key may be used; undefined: from everywhere. */
  keyAddresses?: BlockList | undefined;
}
