import type { CardCreationState } from "./creation/store";
import type { Cardholder } from "./issuer/port";

/** What is known of the person. */
export type KnownPerson = Pick<
  CardCreationState,
  | "userId"
  | "firstName"
  | "lastName"
  | "email"
  | "phoneNumber"
  | "ipAddress"
  | "address"
  | "city"
  | "region"
  | "postalCode"
  | "countryCode"
  | "birthDate"
  | "createdAt"
>;

/** Builds what the issuer must know of a user. The terms are accepted in Create User, which requires it. */
export function cardholderOf(user: KnownPerson): Cardholder {
  return {
    userId: user.userId,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    phoneNumber: user.phoneNumber,
    address: {
      street: user.address,
      city: user.city,
      state: user.region,
      postalCode: user.postalCode,
      countryCode: user.countryCode,
    },
    birthDate: user.birthDate,
    terms: { acceptedAt: user.createdAt, ipAddress: user.ipAddress },
  };
}
