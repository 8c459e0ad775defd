import type { Attempt } from "./attempt";

interface PartnerQueue {
  sending: number;
  /** Taken ahead, in the order in which they were taken. */
  waiting: Attempt[];
}

/**
 * One lane per partner: so many are sent at a time, the others that were taken wait for the next to end. So a fast
 * receiver does not wait for the database between any two requests.
 */
export class PartnerQueues {
  readonly #lanes = new Map<string, PartnerQueue>();

  /** Whether it may be sent now; else it waits in its lane. */
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

  /** One that was sent has ended: the next of its lane goes in its place, if one waits. */
  next(partnerId: string): Attempt | undefined {
    const lane = this.#lanes.get(partnerId);
    const attempt = lane?.waiting.shift();
    if (lane && !attempt) {
      lane.sending -= 1;
      if (lane.sending === 0) this.#lanes.delete(partnerId);
    }
    return attempt;
  }

  /** Those that wait for a partner, or for all, wait no longer; they are handed back. */
  clear(partnerId?: string): Attempt[] {
    const lanes = partnerId === undefined ? this.#lanes.values() : [this.#lanes.get(partnerId)];
    return [...lanes].flatMap((lane) => lane?.waiting.splice(0) ?? []);
  }
}
