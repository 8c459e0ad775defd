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

/** Of all slots, what endpoints that fail may take, and these together with those that have never worked. */
const FAILING_SHARE = 0.5;
const CAREFUL_SHARE = 0.75;
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

/**
 * Sends webhooks: claims what is due, sends side by side, records what came of it, and goes on until nothing is due.
 * Any number of processes may, each with one of these. Source: spec: Delivery and retries; decision 0014.
 */
export class Dispatcher {
  readonly #post: typeof postWebhook;
  readonly #drainMs: number;
  /** What was taken and has not ended. */
  readonly #inFlight = new InFlight();
  readonly #lanes = new PartnerQueues();
  /** That, and what is not yet recorded, by event. */
  readonly #held = new Map<string, Attempt>();
  readonly #recorder = new Recorder((ended, recorded) => this.#onRecorded(ended, recorded));
  readonly #changes = new EndpointChanges((partnerId) => this.#onEndpointChanged(partnerId));
  readonly #pace = new ClaimBackoff();
  readonly #waiting = new Set<Waiting>();
  readonly #done: Drained = { attempted: 0, delivered: 0, failed: 0 };
  /** Something may be due that the last claim did not see. */
  #isDue = false;
  #isClaiming = false;
  #isStopped = false;
  /** Statements under way that hand back what was taken. */
  #returns = 0;
  #timer: NodeJS.Timeout | undefined;

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
    this.#changes.leave();
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
    if (this.#isDue || this.#isClaiming || this.#returns > 0 || this.#held.size > 0) return;
    for (const waiting of [...this.#waiting]) waiting.settle();
  }

  #schedule(): void {
    if (!this.#isDue || this.#isClaiming || this.#isStopped) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#claim();
    }, this.#pace.pauseMs());
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
    // Who does not hear of changes sends at once what it takes.
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
    this.#pace.claimed(claim);
    // Where there was something there may be more.
    if (claim.chosen > 0 && !this.#isStopped) this.#isDue = true;
    const changed: Held[] = [];
    for (const delivery of claim.deliveries)
      if (this.#changes.has(delivery.partnerId)) changed.push({ leaseId, delivery });
      else this.#take(delivery, leaseId);
    void this.#handBack(changed);
  }

  #onClaimFailed(error: unknown): void {
    const failures = this.#pace.failed();
    this.#isDue = !this.#isStopped;
    const fields = { failures, failure: errorFields(error) };
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
  #leaveToLease(attempt: Attempt): void {
    const { renewal } = attempt;
    this.#drop(attempt);
    if (renewal && !this.#isStopped) this.#enter(renewal);
  }

  #drop({ delivery }: Attempt): void {
    this.#inFlight.remove(delivery.partnerId);
    this.#held.delete(delivery.eventId);
  }

  /** What waits would go to where the endpoint was, or be signed as it was. */
  #onEndpointChanged(partnerId: string | undefined): void {
    const waiting = this.#lanes.clear(partnerId);
    for (const attempt of waiting) this.#drop(attempt);
    void this.#handBack(waiting.flatMap((each) => (each.renewal ? [each, each.renewal] : [each])));
  }

  /** It is due again at once, for whoever claims it then. */
  async #handBack(taken: readonly Held[]): Promise<void> {
    if (taken.length === 0) return;
    this.#returns += 1;
    await returnDeliveries(taken).catch((error) => {
      const fields = { events: taken.length, failure: errorFields(error) };
      log().warn(fields, "webhooks could not be handed back: they are due when their lease ends");
    });
    this.#returns -= 1;
    this.wake();
    this.#settle();
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
    }
    // Events that waited for these may be due.
    this.wake();
    this.#settle();
  }
}

/** The one of this process. */
export function dispatcher(): Dispatcher {
  return perProcess("dispatcher", () => new Dispatcher());
}
