import type { ApiKeyScope } from "./scopes";

/** What a partner is charged. Flat fees in micro-USD, rates in basis points. Source: design 7, fees. */
export interface PartnerFees {
  kycFeeMicroUsd: bigint;
  cardCreationFeeMicroUsd: bigint;
  fundingFeeMicroUsd: bigint;
  fundingFeeBps: number;
  cardWithdrawalFeeMicroUsd: bigint;
  crossBorderFeeBps: number;
}

/** What administrators set for a partner. */
export interface PartnerSettings extends PartnerFees {
  requestsPerS: number;
  requestBurst: number;
  /** Above it two different administrators must approve a withdrawal; null: one is enough for any amount. */
  secondApprovalAboveMicroUsd: bigint | null;
}

/** The partner behind a request. */
export interface CallingPartner extends PartnerFees {
  id: string;
  name: string;
  redirectUrl: string | null;
  walletAddress: string;
  requestsPerS: number;
  requestBurst: number;
  suspendedAt: Date | null;
}

/** A partner as it was found by a key, which may end, or for one of its people. */
export interface FoundPartner extends CallingPartner {
  keyId?: string;
  /** Scopes of the key. */
  keyScopes?: readonly ApiKeyScope[];
  keyExpiresAt?: Date | null;
}
