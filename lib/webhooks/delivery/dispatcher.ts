import { randomUUID } from "node:crypto";
import { now } from "@/lib/clock";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import { errorFields, log } from "@/lib/log";
import type { Attempt, ClaimedDelivery, EndedAttempt, Held } from "./attempt";
import { InFlight } from "./in-flight";
import { Lanes } from "./lanes";
import { postWebhook } from "./post-webhook";
import { Recorder } from "./recorder";
import { sendDelivery } from "./send-delivery";
import { type Claim, claimDeliveries, type Recorded } from "./store";

/** Of all slots, what endpoints that fail may take, and these together with those that have never worked. */
const FAILING_SHARE = 0.5;
const CAREFUL_SHARE = 0.75;
/** What comes within this time is claimed together. */
const GATHER_MS = 2;
const FIRST_PAUSE_MS = 20;
const MAX_CONTEST_PAUSE_MS = 1_000;
const MAX_FAILURE_PAUSE_MS = 5_000;
/** Taken ahead for an endpoint that works, as a multiple of what is sent to it at a time. */
const AHEAD = 15;
/** Outside schedulers give up on a request after 30 s, mostly. */
const DRAIN_MS = 25_000;

/** What was done: requests sent and recorded, those that succeeded, and deliveries given up after their last attempt. */
export interface Drained extends Record<string, number> {
  attempted: number;
  delivered: number;
  failed: number;
}

interface DispatcherOptions {
  /** Sends a request; another one in tests. */
  post?: typeof postWebhook;
  /** The longest that `drain` takes. */
  drainMs?: number;
}

interface Waiting {
  settle(): void;
  fail(error: unknown): void;
}

function report({ givenUp, paused }: Recorded): void {
  for (const ids of givenUp) log().warn(ids, "a webhook failed for good");
  for (const partnerId of paused) log().warn({ partnerId }, "a webhook endpoint was paused");
}

/**
 * Sends webhooks: claims what is due, sends side by side, records what came of it, and goes on until nothing is due.
 * Any number of processes may, each with one of these. Source: spec, Delivery and retries; decision 0014.
 */
export class Dispatcher {
  readonly #post: typeof postWebhook;
  readonly #drainMs: number;
  /** What was taken and has not ended. */
  readonly #inFlight = new InFlight();
  readonly #lanes = new Lanes();
  /** That, and what is not yet recorded, by event. */
  readonly #held = new Map<string, Attempt>();
  readonly #recorder = new Recorder((ended, recorded) => this.#onRecorded(ended, recorded));
  readonly #waiting = new Set<Waiting>();
  readonly #done: Drained = { attempted: 0, delivered: 0, failed: 0 };
  /** Something may be due that the last claim did not see. */
  #isDue = false;
  #isClaiming = false;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;
  #restsUntilMs = 0;
  /** Claims in a row that failed, or that other processes took all of. */
  #failures = 0;
  #contests = 0;

  constructor({ post = postWebhook, drainMs = DRAIN_MS }: DispatcherOptions = {}) {
    this.#post = post;
    this.#drainMs = drainMs;
  }

  /** Something may be due. Costs nothing when it is called often. */
  wake(): void {
    if (this.#isStopped) return;
    this.#isDue = true;
    this.#schedule();
  }

  /**
   * Sends until nothing is due and all that was sent has ended, or for 25 s; what is left then goes on by itself.
   * Answers with what was done meanwhile, whoever asked for it.
   * @throws while the database is away.
   */
  async drain(): Promise<Drained> {
    const before = { ...this.#done };
    await this.#settled(this.#drainMs);
    const { attempted, delivered, failed } = this.#done;
    return {
      attempted: attempted - before.attempted,
      delivered: delivered - before.delivered,
      failed: failed - before.failed,
    };
  }

  /** Claims nothing any more; resolves when what is under way has ended and is recorded. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#isDue = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#recorder.leave();
    for (const attempt of this.#lanes.clear()) this.#leaveToLease(attempt);
    await new Promise<void>((resolve) => {
      this.#waiting.add({ settle: resolve, fail: () => undefined });
      this.#settle();
    });
  }

  #settled(withinMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (finish: () => void) => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
        finish();
      };
      const timer = setTimeout(() => end(resolve), withinMs);
      const waiting: Waiting = {
        settle: () => end(resolve),
        fail: (error) => end(() => reject(error)),
      };
      this.#waiting.add(waiting);
      this.wake();
      this.#settle();
    });
  }

  /** Tells those who wait, once there is nothing left to do. */
  #settle(): void {
    if (this.#isDue || this.#isClaiming || this.#held.size > 0) return;
    for (const waiting of [...this.#waiting]) waiting.settle();
  }

  #schedule(): void {
    if (!this.#isDue || this.#isClaiming || this.#isStopped) return;
    const pauseMs = Math.max(GATHER_MS, this.#restsUntilMs - performance.now());
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#claim();
    }, pauseMs);
  }

  /** What is not recorded counts too: with a database that is away, sending ends soon. */
  #freeSlots(): number {
    const { WEBHOOK_MAX_IN_FLIGHT: most } = env();
    return Math.min(most - this.#inFlight.total, 2 * most - this.#held.size);
  }

  async #claim(): Promise<void> {
    this.#isDue = false;
    const freeSlots = this.#freeSlots();
    // The end of what is under way brings it back.
    if (freeSlots <= 0) return;
    this.#isClaiming = true;
    const leaseId = randomUUID();
    try {
      const claim = await this.#claimUpTo(freeSlots, leaseId);
      for (const delivery of claim.deliveries) this.#take(delivery, leaseId);
      this.#rest(claim);
    } catch (error) {
      this.#restAfterFailure(error);
    }
    this.#isClaiming = false;
    this.#schedule();
    this.#settle();
  }

  #claimUpTo(freeSlots: number, leaseId: string): Promise<Claim> {
    const settings = env();
    const most = settings.WEBHOOK_MAX_IN_FLIGHT;
    return claimDeliveries({
      leaseId,
      leaseMs: settings.WEBHOOK_LEASE_MS,
      freeSlots,
      failingSlots: Math.ceil(most * FAILING_SHARE),
      carefulSlots: Math.ceil(most * CAREFUL_SHARE),
      slotsPerPartner: settings.WEBHOOK_MAX_IN_FLIGHT_PER_PARTNER,
      aheadPerPartner: AHEAD * settings.WEBHOOK_MAX_IN_FLIGHT_PER_PARTNER,
      inFlightByPartner: this.#inFlight.byPartner(),
      at: now(),
    });
  }

  /** Where there was something there may be more. Processes that take it from each other give way for a moment. */
  #rest({ chosen, deliveries }: Claim): void {
    this.#failures = 0;
    this.#contests = chosen > 0 && deliveries.length === 0 ? this.#contests + 1 : 0;
    const mostMs = Math.min(FIRST_PAUSE_MS * 2 ** this.#contests, MAX_CONTEST_PAUSE_MS);
    const pauseMs = this.#contests > 0 ? Math.random() * mostMs : 0;
    this.#restsUntilMs = performance.now() + pauseMs;
    if (chosen > 0 && !this.#isStopped) this.#isDue = true;
  }

  #restAfterFailure(error: unknown): void {
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures, MAX_FAILURE_PAUSE_MS);
    this.#failures += 1;
    this.#restsUntilMs = performance.now() + pauseMs;
    this.#isDue = !this.#isStopped;
    const fields = { failures: this.#failures, failure: errorFields(error) };
    log().error(fields, "webhooks that are due could not be claimed; trying again");
    for (const waiting of [...this.#waiting]) waiting.fail(error);
  }

  #take(delivery: ClaimedDelivery, leaseId: string): void {
    const held = this.#held.get(delivery.eventId);
    if (held) held.renewal = { leaseId, delivery };
    else this.#enter({ leaseId, delivery });
  }

  #enter(held: Held): void {
    const { eventId, partnerId } = held.delivery;
    const attempt: Attempt = { ...held, id: newId("dlv"), takenAtMs: performance.now() };
    this.#held.set(eventId, attempt);
    this.#inFlight.add(partnerId);
    const isItsTurn = this.#lanes.enter(attempt, env().WEBHOOK_MAX_IN_FLIGHT_PER_PARTNER);
    if (isItsTurn) void this.#send(attempt);
  }

  async #send(attempt: Attempt): Promise<void> {
    const { partnerId } = attempt.delivery;
    const result = await sendDelivery(attempt.delivery, this.#post);
    this.#inFlight.remove(partnerId);
    // Whoever does not answer gets no more of what was taken while it still did.
    if (result.statusCode === null)
      for (const waiting of this.#lanes.clear(partnerId)) this.#leaveToLease(waiting);
    this.#sendNext(partnerId);
    this.#recorder.add({ attempt, result });
    this.wake();
  }

  #sendNext(partnerId: string): void {
    const { WEBHOOK_LEASE_MS: leaseMs, WEBHOOK_TIMEOUT_MS: timeoutMs } = env();
    for (;;) {
      const next = this.#lanes.next(partnerId);
      if (!next) return;
      if (performance.now() - next.takenAtMs < leaseMs - timeoutMs) return void this.#send(next);
      this.#leaveToLease(next);
    }
  }

  /** It is not sent after all, and due again when its lease ends. */
  #leaveToLease({ delivery, renewal }: Attempt): void {
    this.#inFlight.remove(delivery.partnerId);
    this.#held.delete(delivery.eventId);
    if (renewal && !this.#isStopped) this.#enter(renewal);
  }

  #onRecorded(ended: readonly EndedAttempt[], recorded: Recorded | undefined): void {
    for (const { attempt } of ended) {
      this.#held.delete(attempt.delivery.eventId);
      // Taken again while it was being recorded: that is another attempt.
      if (attempt.renewal && !this.#isStopped) this.#enter(attempt.renewal);
    }
    if (recorded) {
      this.#done.attempted += recorded.attempted;
      this.#done.delivered += recorded.delivered;
      this.#done.failed += recorded.givenUp.length;
      report(recorded);
    }
    // Events that waited for these may be due.
    this.wake();
    this.#settle();
  }
}

// One per process: the framework loads this module into more than one bundle.
const shared = globalThis as typeof globalThis & { partnerWalletDispatcher?: Dispatcher };

/** The one of this process. */
export function dispatcher(): Dispatcher {
  shared.partnerWalletDispatcher ??= new Dispatcher();
  return shared.partnerWalletDispatcher;
}
