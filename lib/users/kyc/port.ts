import type { KycOutcome } from "@/lib/contract/kyc-outcomes";
import type { ChangeSet } from "@/lib/ledger";

/** What a provider found, of the check that it knows by our session id. */
export interface ProviderOutcome {
  sessionId: string;
  status: KycOutcome;
  /** Why, as the labels of `denial-codes.ts`; none when approved. */
  codes: readonly string[];
  /** An outcome that is older than the one on record is out of date and changes nothing. */
  decidedAt: Date;
}

/** Whom to check, and where the person goes afterwards. */
export interface CheckRequest {
  /** The provider's own key for the check: asked for twice, it is the same check. */
  sessionId: string;
  person: {
    firstName: string;
    lastName: string;
    email: string;
    phoneNumber: string;
    countryCode: string;
  };
  /** Undefined when neither the user nor its partner has set one. */
  returnUrl: string | undefined;
}

/** Where the check takes place: on our hosted page, or at the provider's address. */
export type CheckPlace = { kind: "hosted" } | { kind: "redirect"; url: string };

/** A user at the moment of its creation. */
export interface RegisteredUser {
  id: string;
  sessionId: string;
  lastName: string;
  at: Date;
}

/**
 * Who checks identities. What it finds reaches us in two ways, both ending in `recordOutcome`: a provider that calls
 * back has a route of its own, which checks the call's signature; what is to be fetched comes from `takeOutcomes`.
 */
export interface KycProvider {
  /** As stored with each session. */
  readonly name: string;
  /**
   * Rows of the provider's own that belong into the commit that makes the user.
   * @throws ServiceError SERVICE_UNAVAILABLE when it can check nobody: no fee is taken for a check that cannot be done.
   */
  rowsWithNewUser(user: RegisteredUser): ChangeSet["insert"];
  /** Starts the check, or finds the one that was started. Called when the person opens the link. */
  startCheck(request: CheckRequest): Promise<CheckPlace>;
  /**
   * Outcomes that are waiting, each reserved for the caller for a while. One that is not settled by then is given out
   * again.
   */
  takeOutcomes(at: Date): Promise<ProviderOutcome[]>;
  /** The outcome is recorded and need not be given out again. */
  settleOutcome(sessionId: string): Promise<void>;
}
