/** The categories of wallet transactions that are fees of the service. */
export const FEE_CATEGORIES: readonly string[] = ["kyc_fee", "card_creation_fee", "funding_fee"];
