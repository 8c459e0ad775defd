import { LRUCache } from "lru-cache";
import { errorFields, log } from "./log";
import type { RateLimit } from "./rate-limits";
import { withDeadline } from "./with-deadline";

/** The request of a process to the bucket that all processes share. */
export interface LeaseRequest extends RateLimit {
  key: string;
  /** Requests that were admitted without a lease and are charged now. */
  spent: number;
  /** Requests to be admitted. */
  wanted: number;
}

/** The answer: requests that may be admitted, and the rest of the bucket, which is negative after an overdraft. */
export interface Lease {
  granted: number;
  tokens: number;
}

/** Takes requests out of shared buckets, all keys in one statement. Returns the leases in the order of the requests. */
export type LeaseRates = (requests: readonly LeaseRequest[]) => Promise<Lease[]>;

/** How long leased requests can be used, at least, and the time for which they are leased in advance. */
const LEASE_MS = 2_000;
const AHEAD_S = 0.5;
/** The shortest time over which the requests of a key are counted. */
const MIN_PERIOD_S = 0.01;
/** The share of the burst that a process admits without a lease, and the share of the rate that it never charges. */
const CREDIT = 1 / 5;
const UNCHARGED = 1 / 20;
/** The pauses after an empty bucket before the key is leased again. */
const MIN_EMPTY_MS = 100;
const MAX_EMPTY_MS = 1_000;
/** A lease without an answer for this time fails. After a failure the process decides alone for a while. */
const ANSWER_MS = 1_000;
const ALONE_MS = 2_000;
const MAX_KEYS = 100_000;

/** Called with 0 if the request is admitted, else with the time in ms until one may be. */
type Waiter = (retryMs: number) => void;

/** The part of a key's rate that this process has. */
interface Share {
  /** The credit in use: it comes back at the uncharged share of the rate. */
  used: number;
  /** The part of it that the shared bucket does not know. */
  spent: number;
  usedAtMs: number;
  /** Leased requests that were not used yet, and how many were leased ahead. */
  left: number;
  ahead: number;
  leasedAtMs: number;
  leaseEndsAtMs: number;
  emptyUntilMs: number;
  /** Requests since the last lease. */
  taken: number;
  waiting: Waiter[];
}

/** A request of a lease, with what waits for it. */
interface PendingLease {
  share: Share;
  limit: RateLimit;
  waiting: Waiter[];
  request: LeaseRequest;
}

const makeShare = (nowMs: number): Share => ({
  ...{ used: 0, spent: 0, usedAtMs: nowMs, left: 0, ahead: 0, leasedAtMs: nowMs },
  ...{ leaseEndsAtMs: 0, emptyUntilMs: 0, taken: 0, waiting: [] },
});

const creditOf = ({ burst }: RateLimit) => Math.max(1, burst * CREDIT);

/** How many requests are leased in advance: those of half a second, within bounds. */
function aheadOf({ taken, leasedAtMs }: Share, { perS, burst }: RateLimit, nowMs: number): number {
  const most = Math.max(1, perS / 5, burst / 10);
  const periodS = Math.max(MIN_PERIOD_S, (nowMs - leasedAtMs) / 1000);
  return Math.floor(Math.min(most, Math.max(1, most / 2, (taken / periodS) * AHEAD_S)));
}

function failLate(): never {
  throw new Error("no answer in time");
}

/**
 * Shares the rate limits of all processes: each process leases requests of active keys from one bucket per key, some at a
 * time and in advance. A key with little traffic is admitted on a small credit, which costs nothing. While the buckets
 * do not answer, everything is admitted here: the limit of this process alone holds (rate-limit.ts).
 * Source: docs/decisions/0113-shared-by-processes.md
 */
export class SharedRates {
  readonly #lease: LeaseRates;
  readonly #clock: () => number;
  readonly #shares = new LRUCache<string, Share>({ max: MAX_KEYS });
  readonly #due = new Map<string, { share: Share; limit: RateLimit }>();
  #isLeasing = false;
  #aloneUntilMs = 0;

  constructor(lease: LeaseRates, clock: () => number = () => performance.now()) {
    this.#lease = lease;
    this.#clock = clock;
  }

  /** Takes one request of a key. Returns 0 if it is admitted, else the time in ms until one may be. */
  take(key: string, limit: RateLimit): number | Promise<number> {
    const nowMs = this.#clock();
    if (nowMs < this.#aloneUntilMs) return 0;
    const share = this.#shares.get(key) ?? makeShare(nowMs);
    this.#shares.set(key, share);
    share.taken += 1;
    if (this.#takeLeased(key, share, limit, nowMs) || this.#takeCredit(key, share, limit, nowMs))
      return 0;
    if (nowMs < share.emptyUntilMs) return share.emptyUntilMs - nowMs;
    return new Promise((resolve) => {
      share.waiting.push(resolve);
      this.#request(key, share, limit);
    });
  }

  /** The time in ms until a request of a key may be admitted; 0 if one may be now. Takes nothing. */
  pause(key: string): number {
    const nowMs = this.#clock();
    const share = this.#shares.get(key);
    if (!share || nowMs < this.#aloneUntilMs) return 0;
    return share.left >= 1 ? 0 : Math.max(0, share.emptyUntilMs - nowMs);
  }

  #takeLeased(key: string, share: Share, limit: RateLimit, nowMs: number): boolean {
    if (nowMs >= share.leaseEndsAtMs) share.left = 0;
    if (share.left < 1) return false;
    share.left -= 1;
    if (share.left < share.ahead / 2 && nowMs >= share.emptyUntilMs)
      this.#request(key, share, limit);
    return true;
  }

  #takeCredit(key: string, share: Share, limit: RateLimit, nowMs: number): boolean {
    if (nowMs < share.emptyUntilMs) return false;
    const back = ((nowMs - share.usedAtMs) / 1000) * limit.perS * UNCHARGED;
    share.used = Math.max(0, share.used - back);
    share.spent = Math.max(0, share.spent - back);
    share.usedAtMs = nowMs;
    const credit = creditOf(limit);
    if (share.used + 1 > credit) return false;
    share.used += 1;
    share.spent += 1;
    // In advance, so that no request waits for the lease.
    if (share.spent > credit / 2) this.#request(key, share, limit);
    return true;
  }

  #request(key: string, share: Share, limit: RateLimit): void {
    this.#due.set(key, { share, limit });
    if (this.#isLeasing) return;
    this.#isLeasing = true;
    // The requests of one turn of the event loop share a statement.
    setImmediate(() => void this.#leaseDue());
  }

  async #leaseDue(): Promise<void> {
    while (this.#due.size > 0) {
      const due = [...this.#due].map(([key, { share, limit }]) =>
        this.#planLease(key, share, limit),
      );
      this.#due.clear();
      try {
        const leasing = this.#lease(due.map(({ request }) => request));
        const leases = await withDeadline(leasing, ANSWER_MS, failLate);
        for (const [index, each] of due.entries()) this.#applyLease(each, leases[index]);
      } catch (error) {
        log().warn({ failure: errorFields(error) }, "rates not shared: this process decides alone");
        this.#aloneUntilMs = this.#clock() + ALONE_MS;
        for (const { waiting } of due) for (const admit of waiting) admit(0);
        for (const { share } of this.#due.values())
          for (const admit of share.waiting.splice(0)) admit(0);
        this.#due.clear();
      }
    }
    this.#isLeasing = false;
  }

  /** The number of requests to lease for a key: the waiting ones, and some in advance. */
  #planLease(key: string, share: Share, limit: RateLimit): PendingLease {
    const nowMs = this.#clock();
    const waiting = share.waiting.splice(0);
    const { spent } = share;
    const ahead = aheadOf(share, limit, nowMs);
    Object.assign(share, { spent: 0, taken: 0, ahead, leasedAtMs: nowMs });
    return {
      share,
      limit,
      waiting,
      request: { key, ...limit, spent, wanted: waiting.length + ahead },
    };
  }

  #applyLease({ share, limit, waiting, request }: PendingLease, lease?: Lease): void {
    if (!lease) throw new Error("a lease of rates is missing");
    const nowMs = this.#clock();
    if (nowMs >= share.leaseEndsAtMs) share.left = 0;
    share.left += lease.granted;
    share.leaseEndsAtMs = nowMs + Math.max(LEASE_MS, (limit.burst / limit.perS) * 1000);
    const untilOneMs = Math.max(1, ((1 - lease.tokens) / limit.perS) * 1000);
    if (lease.granted < request.wanted)
      share.emptyUntilMs = nowMs + Math.min(MAX_EMPTY_MS, Math.max(MIN_EMPTY_MS, untilOneMs));
    for (const [index, answer] of waiting.entries()) answer(index < share.left ? 0 : untilOneMs);
    share.left -= Math.min(waiting.length, Math.floor(share.left));
  }
}
