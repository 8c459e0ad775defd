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

/** The fields as the API takes them: what was left empty and may be is left out. */
export function bodyOf({ walletAddress, redirectUrl, ...values }: UserValues) {
  const isNonCustodial = values.program === "non_custodial";
  const body = {
    ...values,
    ...(isNonCustodial && walletAddress !== "" ? { walletAddress } : {}),
    ...(redirectUrl === "" ? {} : { redirectUrl }),
  };
  // What the form lets through here is what the schema is asked about before anything is sent.
  return body as ApiInput<"createUser">["body"];
}
