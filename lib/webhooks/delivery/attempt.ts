import type { PostResult } from "./post-webhook";

/** A secret as it is stored; see lib/kernel/seal.ts. */
export interface SealedSecret {
  id: string;
  sealed: string;
}

/** A delivery that this process holds, with all that sending it needs. */
export interface ClaimedDelivery {
  eventId: string;
  partnerId: string;
  type: string;
  body: string;
  sequence: number;
  isTest: boolean;
  /** All that were made before this one. */
  attempts: number;
  /** Those that failed since it was last asked for. */
  failures: number;
  url: string;
  /** The current one first. */
  secrets: SealedSecret[];
}

/** A delivery, and the lease that it was taken under. */
export interface Held {
  leaseId: string;
  delivery: ClaimedDelivery;
}

/** An attempt that waits for its turn, is under way, or is not yet recorded. */
export interface Attempt extends Held {
  id: string;
  /** By the process's own clock, in ms. */
  takenAtMs: number;
  /** The same delivery, taken once more meanwhile: the lease had ended, or it was asked for anew. */
  renewal?: Held | undefined;
}

/** An attempt that has ended. */
export interface EndedAttempt {
  attempt: Attempt;
  result: PostResult;
}
