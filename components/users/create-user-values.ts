import type { ApiInput } from "@/lib/api/client/types";

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
  const body = {
    ...values,
    ...(isNonCustodial && walletAddress !== "" ? { walletAddress } : {}),
    ...(redirectUrl === "" ? {} : { redirectUrl }),
  };
  // The values are validated against the schema before the request is sent.
  return body as ApiInput<"createUser">["body"];
}
