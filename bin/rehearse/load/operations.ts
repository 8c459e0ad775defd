/** A movement of money that the load asked for, under one idempotency key that is also its reference. */
export interface Operation {
  kind: "fund" | "withdraw";
  /** The idempotency key, and the reference by which the books are searched for it. */
  key: string;
  partnerId: string;
  amountMicroUsd: bigint;
  /** Whether an attempt before the last one ended without an answer that says what became of it. */
  wasRepeated: boolean;
  /** Present once the service has confirmed it. The transaction's id is missing where the confirmation was that the key is used. */
  acknowledged?: { atMs: number; transactionId?: string };
}

/** One request of the load. Times are of `performance.now()`. */
export interface Attempt {
  isWrite: boolean;
  startedMs: number;
  endedMs: number;
  /** `200`, or what came instead: another status, or the code of a broken connection. */
  outcome: string;
}

/** What the load has sent so far. */
export interface LoadLog {
  operations: Operation[];
  attempts: Attempt[];
}

/** A request of a partner: a number of the class 2xx, or the answer that an earlier attempt of the same key succeeded. */
export const SUCCESS = "ok";
