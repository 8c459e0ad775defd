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
  readonly #queues = new Map<string, PartnerQueue>();

  /** Returns true when the attempt can be sent now; otherwise the attempt is queued. */
  enter(attempt: Attempt, limit: number): boolean {
    const { partnerId } = attempt.delivery;
    const queue = this.#queues.get(partnerId) ?? { sending: 0, waiting: [] };
    this.#queues.set(partnerId, queue);
    if (queue.sending >= limit) {
      queue.waiting.push(attempt);
      return false;
    }
    queue.sending += 1;
    return true;
  }

  /** Reports the end of a sent attempt. Returns the partner's next queued attempt, if any. */
  next(partnerId: string): Attempt | undefined {
    const queue = this.#queues.get(partnerId);
    const attempt = queue?.waiting.shift();
    if (queue && !attempt) {
      queue.sending -= 1;
      if (queue.sending === 0) this.#queues.delete(partnerId);
    }
    return attempt;
  }

  /** Removes and returns the queued attempts of a partner, or of all partners. */
  clear(partnerId?: string): Attempt[] {
    const queues = partnerId === undefined ? this.#queues.values() : [this.#queues.get(partnerId)];
    return [...queues].flatMap((queue) => queue?.waiting.splice(0) ?? []);
  }
}
