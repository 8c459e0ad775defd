import type { KycOutcome } from "@/lib/contract/kyc-outcomes";
import type { ChangeSet } from "@/lib/ledger";

/** The outcome of a check. The provider identifies the check by our session id. */
export interface ProviderOutcome {
  sessionId: string;
  status: KycOutcome;
  /** Labels of `denial-codes.ts` that give the reason; empty when approved. */
  codes: readonly string[];
  /** An outcome older than the recorded one is out of date and changes nothing. */
  decidedAt: Date;
}

/** The person to check, and the URL to which the person returns afterwards. */
export interface CheckRequest {
  /** The provider's key for the check: a second request with it starts no second check. */
  sessionId: string;
  person: {
    firstName: string;
    lastName: string;
    email: string;
    phoneNumber: string;
    countryCode: string;
  };
  /** Undefined when neither the user nor the partner has a redirect URL. */
  returnUrl: string | undefined;
}

/** Where the person completes the check: on our hosted page, or at the provider's address. */
export type CheckPlace = { kind: "hosted" } | { kind: "redirect"; url: string };

/** A user at the time of creation. */
export interface RegisteredUser {
  id: string;
  sessionId: string;
  lastName: string;
  at: Date;
}

/**
 * The identity verification provider. Its outcomes arrive in two ways, both of which end in `recordOutcome`: a provider
 * that calls back has its own route, which checks the signature of the call; outcomes that must be fetched come from
 * `takeOutcomes`.
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
  /** Marks an outcome as recorded, so that it is not returned again. */
  settleOutcome(sessionId: string): Promise<void>;
}
