export const NO_VALUES = {
  firstName: "",
  lastName: "",
  email: "",
  phoneNumber: "",
  address: "",
  city: "",
  region: "",
  postalCode: "",
  countryCode: "",
  accountPurpose: "",
  ipAddress: "",
  program: "custodial",
  walletAddress: "",
  redirectUrl: "",
  isTermsOfServiceAccepted: false,
};

export type UserValues = typeof NO_VALUES;

/** Converts the fields to the request body: empty optional fields are left out. */
export function bodyOf({ walletAddress, redirectUrl, ...values }: UserValues) {
  const isNonCustodial = values.program === "non_custodial";
  return {
    ...values,
    ...(isNonCustodial && walletAddress !== "" ? { walletAddress } : {}),
    ...(redirectUrl === "" ? {} : { redirectUrl }),
  };
}
