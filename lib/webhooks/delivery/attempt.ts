import type { PostResult } from "./post-webhook";

/** A secret in its stored, sealed form; see lib/kernel/seal.ts. */
export interface SealedSecret {
  id: string;
  sealed: string;
}

/** A delivery that this process has claimed, with all data needed to send it. */
export interface ClaimedDelivery {
  eventId: string;
  partnerId: string;
  type: string;
  body: string;
  sequence: number;
  isTest: boolean;
  /** The number of earlier attempts. */
  attempts: number;
  /** The number of attempts that failed since the delivery was last requested. */
  failures: number;
  url: string;
  /** The current secret first. */
  secrets: SealedSecret[];
  /** By how much the clock of the database was ahead of this process's at the claim. */
  clockOffsetMs: number;
}

/** A claimed delivery and its lease. */
export interface Held {
  leaseId: string;
  delivery: ClaimedDelivery;
}

/** An attempt that is queued, in flight, or not yet recorded. */
export interface Attempt extends Held {
  id: string;
  /** In ms of the process's own clock. */
  takenAtMs: number;
  /** A newer claim of the same delivery: the lease had expired, or the delivery was requested again. */
  renewal?: Held | undefined;
}

/** An attempt that has ended. */
export interface EndedAttempt {
  attempt: Attempt;
  result: PostResult;
}
