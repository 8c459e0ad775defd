import { randomUUID } from "node:crypto";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { errorFields, log } from "@/lib/kernel/log";
import { perProcess } from "@/lib/kernel/per-process";
import type { Attempt, ClaimedDelivery, EndedAttempt, Held } from "./attempt";
import { ClaimBackoff } from "./claim-backoff";
import { EndpointChanges } from "./endpoint-changes";
import { InFlight } from "./in-flight";
import { PartnerQueues } from "./partner-queues";
import { postWebhook } from "./post-webhook";
import { Recorder } from "./recorder";
import { sendDelivery } from "./send-delivery";
import { type Claim, claimDeliveries, type Recorded, returnDeliveries } from "./store";

/** The shares of all slots for failing endpoints, and for these together with endpoints that have never succeeded. */
const FAILING_SHARE = 0.5;
const CAREFUL_SHARE = 0.75;
/** The number of deliveries claimed ahead for a working endpoint, as a multiple of its concurrent requests. */
const AHEAD = 15;
/** Most outside schedulers time out a request after 30 s. */
const DRAIN_MS = 25_000;

/** Counters: recorded requests, successful ones, and deliveries given up after their last attempt. */
export interface Drained extends Record<string, number> {
  attempted: number;
  delivered: number;
  failed: number;
}

interface DispatcherOptions {
  /** Sends a request; replaced in tests. */
  post?: typeof postWebhook;
  /** The maximum duration of `drain`. */
  drainMs?: number;
}

interface Waiting {
  settle(): void;
  fail(error: unknown): void;
}

/**
 * Sends webhooks: claims due deliveries, sends them concurrently, records the results, and continues until nothing is
 * due. Any number of processes can each run one dispatcher. Source: spec: Delivery and retries; decision 0014.
 */
export class Dispatcher {
  readonly #post: typeof postWebhook;
  readonly #drainMs: number;
  /** Claimed attempts that have not ended. */
  readonly #inFlight = new InFlight();
  readonly #queues = new PartnerQueues();
  /** Those attempts, and ended ones that are not recorded yet, by event. */
  readonly #held = new Map<string, Attempt>();
  readonly #recorder = new Recorder((ended, recorded) => this.#onRecorded(ended, recorded));
  readonly #changes = new EndpointChanges((partnerId) => this.#returnWaiting(partnerId));
  readonly #backoff = new ClaimBackoff();
  readonly #waiting = new Set<Waiting>();
  readonly #done: Drained = { attempted: 0, delivered: 0, failed: 0 };
  /** Deliveries may be due that the last claim did not see. */
  #isDue = false;
  #isClaiming = false;
  #isStopped = false;
  /** The number of running statements that return claimed deliveries. */
  #returns = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({ post = postWebhook, drainMs = DRAIN_MS }: DispatcherOptions = {}) {
    this.#post = post;
    this.#drainMs = drainMs;
  }

  /** Reports that deliveries may be due. Cheap to call often. */
  wake(): void {
    if (this.#isStopped) return;
    this.#isDue = true;
    this.#schedule();
  }

  /**
   * Sends until nothing is due and all requests have ended, for at most 25 s; sending then continues in the background.
   * Returns counters of all work in that time, also of work that other calls started.
   * @throws while the database is unavailable.
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

  /**
   * Stops claiming and sending; claimed deliveries that were not sent are due at once for other processes. Resolves when
   * all requests in flight have ended and are recorded.
   */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#isDue = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#recorder.leave();
    this.#changes.leave();
    this.#returnWaiting();
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

  /** Resolves the waiting `drain` calls once no work is left. */
  #settle(): void {
    if (this.#isDue || this.#isClaiming || this.#returns > 0 || this.#held.size > 0) return;
    for (const waiting of [...this.#waiting]) waiting.settle();
  }

  #schedule(): void {
    if (!this.#isDue || this.#isClaiming || this.#isStopped) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#claim();
    }, this.#backoff.pauseMs());
  }

  /** Unrecorded attempts count too, so that sending stops soon when the database is unavailable. */
  #freeSlots(): number {
    const { WEBHOOK_MAX_IN_FLIGHT: most } = env();
    return Math.min(most - this.#inFlight.total, 2 * most - this.#held.size);
  }

  async #claim(): Promise<void> {
    this.#isDue = false;
    const freeSlots = this.#freeSlots();
    // The end of an attempt in flight schedules the next claim.
    if (freeSlots <= 0) return;
    this.#isClaiming = true;
    const leaseId = randomUUID();
    try {
      const claim = await this.#claimUpTo(freeSlots, leaseId);
      this.#takeAll(claim, leaseId);
    } catch (error) {
      this.#onClaimFailed(error);
    }
    this.#isClaiming = false;
    this.#schedule();
    this.#settle();
  }

  #claimUpTo(freeSlots: number, leaseId: string): Promise<Claim> {
    const settings = env();
    const most = settings.WEBHOOK_MAX_IN_FLIGHT;
    // Without notices of endpoint changes, nothing is claimed ahead.
    const ahead = this.#changes.watch() ? AHEAD : 0;
    return claimDeliveries({
      leaseId,
      leaseMs: settings.WEBHOOK_LEASE_MS,
      freeSlots,
      failingSlots: Math.ceil(most * FAILING_SHARE),
      carefulSlots: Math.ceil(most * CAREFUL_SHARE),
      slotsPerPartner: settings.WEBHOOK_MAX_IN_FLIGHT_PER_PARTNER,
      aheadPerPartner: ahead * settings.WEBHOOK_MAX_IN_FLIGHT_PER_PARTNER,
      inFlightByPartner: this.#inFlight.byPartner(),
      at: now(),
    });
  }

  #takeAll(claim: Claim, leaseId: string): void {
    this.#backoff.claimed(claim);
    // When this claim found deliveries, there may be more.
    if (claim.chosen > 0 && !this.#isStopped) this.#isDue = true;
    const unsent: Held[] = [];
    for (const delivery of claim.deliveries)
      if (this.#isStopped || this.#changes.has(delivery.partnerId))
        unsent.push({ leaseId, delivery });
      else this.#take(delivery, leaseId);
    void this.#handBack(unsent);
  }

  #onClaimFailed(error: unknown): void {
    const failures = this.#backoff.failed();
    this.#isDue = !this.#isStopped;
    const fields = { failures, failure: errorFields(error) };
    log().error(fields, "due deliveries not claimed; trying again");
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
    const isItsTurn = this.#queues.enter(attempt, env().WEBHOOK_MAX_IN_FLIGHT_PER_PARTNER);
    if (isItsTurn) void this.#send(attempt);
  }

  async #send(attempt: Attempt): Promise<void> {
    const { partnerId } = attempt.delivery;
    const result = await sendDelivery(attempt.delivery, this.#post);
    this.#inFlight.remove(partnerId);
    // After a request without a response, the deliveries claimed ahead for this endpoint are not sent.
    if (result.statusCode === null)
      for (const waiting of this.#queues.clear(partnerId)) this.#leaveToLease(waiting);
    this.#sendNext(partnerId);
    this.#recorder.add({ attempt, result });
    this.wake();
  }

  #sendNext(partnerId: string): void {
    const { WEBHOOK_LEASE_MS: leaseMs, WEBHOOK_TIMEOUT_MS: timeoutMs } = env();
    for (;;) {
      const next = this.#queues.next(partnerId);
      if (!next) return;
      if (performance.now() - next.takenAtMs < leaseMs - timeoutMs) return void this.#send(next);
      this.#leaveToLease(next);
    }
  }

  /** Drops an attempt without sending it. The delivery is due again when its lease expires. */
  #leaveToLease(attempt: Attempt): void {
    const { renewal } = attempt;
    this.#drop(attempt);
    if (renewal && !this.#isStopped) this.#enter(renewal);
  }

  #drop({ delivery }: Attempt): void {
    this.#inFlight.remove(delivery.partnerId);
    this.#held.delete(delivery.eventId);
  }

  /** Returns the queued deliveries of a partner, or of all: after a change of an endpoint they have its previous URL and secret. */
  #returnWaiting(partnerId?: string): void {
    const waiting = this.#queues.clear(partnerId);
    for (const attempt of waiting) this.#drop(attempt);
    void this.#handBack(waiting.flatMap((each) => (each.renewal ? [each, each.renewal] : [each])));
  }

  /** Returns deliveries: they are due at once, and any process can claim them. */
  async #handBack(taken: readonly Held[]): Promise<void> {
    if (taken.length === 0) return;
    this.#returns += 1;
    await returnDeliveries(taken).catch((error) => {
      const fields = { events: taken.length, failure: errorFields(error) };
      log().warn(fields, "leases of deliveries not released; they expire");
    });
    this.#returns -= 1;
    this.wake();
    this.#settle();
  }

  #onRecorded(ended: readonly EndedAttempt[], recorded: Recorded | undefined): void {
    for (const { attempt } of ended) {
      this.#held.delete(attempt.delivery.eventId);
      // The delivery was claimed again while this attempt was being recorded: that claim is another attempt.
      if (attempt.renewal && !this.#isStopped) this.#enter(attempt.renewal);
    }
    if (recorded) {
      this.#done.attempted += recorded.attempted;
      this.#done.delivered += recorded.delivered;
      this.#done.failed += recorded.givenUp.length;
    }
    // Events that waited for these attempts may be due.
    this.wake();
    this.#settle();
  }
}

/** Returns this process's dispatcher. */
export function dispatcher(): Dispatcher {
  return perProcess("dispatcher", () => new Dispatcher());
}
