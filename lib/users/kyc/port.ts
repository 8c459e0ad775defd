import type { KycOutcome } from "@/lib/contract/kyc-outcomes";
import type { ChangeSet } from "@/lib/ledger";

/** The outcome of a check, by our session id. */
export interface ProviderOutcome {
  sessionId: string;
  status: KycOutcome;
  /** Labels of `denial-codes.ts` that give the reason; empty when approved. */
  codes: readonly string[];
  /** An outcome older than the recorded one is out of date and changes nothing. */
  decidedAt: Date;
}

/** A decision about a person. A provider with one applicant per person knows no session of ours. */
export interface PersonOutcome extends Omit<ProviderOutcome, "sessionId"> {
  userId: string;
}

/** The person to check, and the URL to which the person returns afterwards. */
export interface CheckRequest {
  /** A second request with the same session starts no second check. */
  sessionId: string;
  /** The provider keeps one applicant per user, whatever the number of sessions. */
  userId: string;
  person: {
    firstName: string;
    lastName: string;
    email: string;
    phoneNumber: string;
    address: {
      street: string;
      city: string;
      region: string;
      postalCode: string;
      /** ISO 3166-1 alpha-2 */
      countryCode: string;
    };
  };
  /** The URL of the user or the partner with `referenceId`, or else our own page. */
  returnUrl: string;
  at: Date;
}

/**
 * Where the person completes the check: on our hosted page, or at the provider's address, which is made anew at each
 * opening and is never stored, logged or sent in an event. `pending`: the person has done everything, and the provider is
 * deciding. `decided`: the provider has decided, and its callback has not arrived yet.
 */
export type CheckPlace =
  | { kind: "hosted" }
  | { kind: "redirect"; url: string }
  | { kind: "pending" }
  | { kind: "decided"; outcome: PersonOutcome };

/** A user at the time of creation. */
export interface RegisteredUser {
  id: string;
  sessionId: string;
  lastName: string;
  at: Date;
}

/** A person at the provider whose data shall be erased. */
export interface ErasureRequest {
  userId: string;
  sessionId: string;
  /** Null if it is not known whether the provider knows the person. */
  providerId: string | null;
}

/**
 * The identity verification provider. Its outcomes arrive in two ways, both of which end in `recordOutcome`: a provider
 * that calls back has its own route, which checks the signature of the call; outcomes that must be fetched come from
 * `takeOutcomes`, also those whose callback was lost. Calls throw the errors of `lib/kernel/provider-error.ts`.
 */
export interface KycProvider {
  /** The name that is stored with each session. */
  readonly name: string;
  /**
   * Rows of the provider that are inserted in the same commit as the user.
   * @throws ServiceError SERVICE_UNAVAILABLE when the provider cannot carry out checks, so that no fee is charged.
   */
  rowsWithNewUser(user: RegisteredUser): ChangeSet["insert"];
  /** Starts the check or finds the started one. Called when the person opens the link. */
  startCheck(request: CheckRequest): Promise<CheckPlace>;
  /**
   * Returns the waiting outcomes and leases each to the caller. An outcome that is not settled within its lease is
   * returned again.
   */
  takeOutcomes(at: Date): Promise<ProviderOutcome[]>;
  /** Called after an outcome of `takeOutcomes` or `startCheck` was recorded, so that it is not returned again. */
  settleOutcome(outcome: Pick<ProviderOutcome, "sessionId" | "status">): Promise<void>;
  /** Erases the person's data at the provider. Idempotent. Throws while the provider does not allow it. */
  erasePerson(request: ErasureRequest): Promise<void>;
}
