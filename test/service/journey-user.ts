import { userBody } from "../fixtures/sample-user.ts";

/**
 * A valid body of Create User for journeys. Nobody in the demo data has this name: journeys share the service of their
 * worker, and a journey that looks for a demo person must not find the user of another one.
 */
export const journeyUserBody = (changes: Record<string, unknown> = {}): Record<string, unknown> =>
  userBody({ firstName: "Salma", lastName: "Haddad", ...changes });
