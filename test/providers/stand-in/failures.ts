/** How a stand-in fails to answer one request as it should. */
export type Failure =
  /** The request takes effect at once, and its answer arrives late. */
  | { kind: "slow"; delayMs: number }
  /** The request has no effect: 429 or 503, with the pause that the provider asks for. */
  | { kind: "refuse"; status: number; retryAfterS?: number }
  /** The request takes effect, and the answer is an error. */
  | { kind: "fail after success"; status: number }
  /** The connection is cut, before the request has an effect or after it. */
  | { kind: "cut"; effect: "none" | "done" }
  /** The answer differs from the provider's documents, for example by a word of an enum that nobody knows yet. */
  | { kind: "change answer"; change: (body: Record<string, unknown>) => void };

interface Planned {
  failure: Failure;
  /** `POST /v1/issuing/cards`; any operation when undefined. */
  operation: string | undefined;
  left: number;
}

/** Which of the next requests fail, and how. */
export function failurePlan() {
  const planned: Planned[] = [];
  return {
    /** Lets the next request of an operation fail, or the next `times` ones. */
    failNext(failure: Failure, { operation, times = 1 }: FailNextOptions = {}): void {
      planned.push({ failure, operation, left: times });
    },
    /** Lets no further request fail. */
    stopFailing(): void {
      planned.length = 0;
    },
    /** Returns the failure of this request, which counts as used. */
    take(operation: string): Failure | undefined {
      const next = planned.find(
        (each) => each.left > 0 && (each.operation ?? operation) === operation,
      );
      if (next) next.left -= 1;
      return next?.failure;
    },
  };
}

export interface FailNextOptions {
  operation?: string;
  times?: number;
}
