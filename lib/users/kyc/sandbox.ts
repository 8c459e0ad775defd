import type { KycOutcome } from "@/lib/contract/kyc-outcomes";
import { ServiceError } from "@/lib/kernel/errors";
import { PROVIDER_RETRY_AFTER_S } from "@/lib/kernel/settings/missing-providers";
import { UNSPECIFIED_DENIAL } from "./denial-codes";
import type { KycProvider, RegisteredUser } from "./port";
import { deletePlannedOutcome, leasePlannedOutcomes } from "./store";

export const SANDBOX = "sandbox";

/** Keywords at the end of `lastName`, case-sensitive. Source: spec: Create User, Staging sandbox. */
const KEYWORDS: readonly (readonly [
  keyword: string,
  outcome: KycOutcome,
  reason: string | null,
])[] = [
  ["Approved", "approved", null],
  ["Denied", "denied", UNSPECIFIED_DENIAL],
  ["needsVerification", "needsVerification", "UNSATISFACTORY_PHOTOS"],
];
const KEYWORD_DELAY_MS = 1_000;
const LEASE_MS = 30_000;
/** A batch is recorded concurrently, so its size must stay well below the size of the connection pool. */
const BATCH_SIZE = 8;

function plannedOutcomes({ id, sessionId, lastName, at }: RegisteredUser): object[] {
  const found = KEYWORDS.find(([keyword]) => lastName.endsWith(keyword));
  if (!found) return [];
  const [, status, reason] = found;
  return [
    { sessionId, userId: id, status, reason, dueAt: new Date(at.getTime() + KEYWORD_DELAY_MS) },
  ];
}

/**
 * In production no simulation may approve a user: without a real provider, no check can be carried out.
 * @throws ServiceError SERVICE_UNAVAILABLE
 */
export function checkStaging(isStaging: boolean): void {
  if (isStaging) return;
  throw new ServiceError("SERVICE_UNAVAILABLE", {
    text: "Identity verification is not available on this service yet, so users cannot be created. Contact support.",
    headers: { "Retry-After": PROVIDER_RETRY_AFTER_S },
  });
}

/**
 * Simulates an identity verification provider. A keyword at the end of the last name decides the outcome after a delay;
 * without one the person completes the hosted page. Source: spec: Create User; design 7.
 */
export function sandboxProvider({ isStaging }: { isStaging: boolean }): KycProvider {
  return {
    name: SANDBOX,
    rowsWithNewUser: (user) => {
      checkStaging(isStaging);
      return { sandbox_kyc_outcomes: plannedOutcomes(user) };
    },
    startCheck: async () => {
      checkStaging(isStaging);
      return { kind: "hosted" };
    },
    takeOutcomes: async (at) => {
      const leasedUntil = new Date(at.getTime() + LEASE_MS);
      const taken = await leasePlannedOutcomes({ dueBy: at, leasedUntil, limit: BATCH_SIZE });
      return taken.map(({ sessionId, status, reason }) => ({
        sessionId,
        status,
        codes: reason === null ? [] : reason.split(","),
        decidedAt: at,
      }));
    },
    settleOutcome: ({ sessionId }) => deletePlannedOutcome(sessionId),
    // The sandbox keeps nothing outside of our database, which deletes the person itself.
    erasePerson: async () => {},
  };
}
