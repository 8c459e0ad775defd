/** The outcomes of an identity check. Source: spec: User KYC; sent to partners in webhook events. */
export const KYC_OUTCOMES = ["approved", "denied", "needsVerification"] as const;
export type KycOutcome = (typeof KYC_OUTCOMES)[number];
