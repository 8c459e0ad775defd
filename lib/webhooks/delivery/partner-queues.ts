import type { Attempt } from "./attempt";

interface PartnerQueue {
  sending: number;
  /** Attempts claimed ahead, in the order of their claims. */
  waiting: Attempt[];
}

/**
 * One queue per partner: a limited number of attempts is sent at a time, the other claimed attempts wait until one
 * ends. A fast receiver therefore does not wait for the database between two requests.
 */
export class PartnerQueues {
  readonly #lanes = new Map<string, PartnerQueue>();

  /** Returns true when the attempt can be sent now; otherwise the attempt is queued. */
  enter(attempt: Attempt, limit: number): boolean {
    const { partnerId } = attempt.delivery;
    const lane = this.#lanes.get(partnerId) ?? { sending: 0, waiting: [] };
    this.#lanes.set(partnerId, lane);
    if (lane.sending >= limit) {
      lane.waiting.push(attempt);
      return false;
    }
    lane.sending += 1;
    return true;
  }

  /** Reports the end of a sent attempt. Returns the partner's next queued attempt, if any. */
  next(partnerId: string): Attempt | undefined {
    const lane = this.#lanes.get(partnerId);
    const attempt = lane?.waiting.shift();
    if (lane && !attempt) {
      lane.sending -= 1;
      if (lane.sending === 0) this.#lanes.delete(partnerId);
    }
    return attempt;
  }

  /** Removes and returns the queued attempts of a partner, or of all partners. */
  clear(partnerId?: string): Attempt[] {
    const lanes = partnerId === undefined ? this.#lanes.values() : [this.#lanes.get(partnerId)];
    return [...lanes].flatMap((lane) => lane?.waiting.splice(0) ?? []);
  }
}
