import type { CheckRequest } from "@/lib/users/kyc/port";
import { samplePerson } from "./sample-person.ts";

/** A check of an invented person. */
export function newCheckRequest(id: string): CheckRequest {
  const { userId, street, city, state, postalCode, countryCode, ...person } = samplePerson(id);
  return {
    sessionId: userId,
    userId,
    person: { ...person, address: { street, city, region: state, postalCode, countryCode } },
    returnUrl: "https://example.com/verified",
    at: new Date(),
  };
}
