// SQL: LISTEN, which Prisma Client does not have.

import { randomUUID } from "node:crypto";
import type pg from "pg";
import { errorFields, log } from "@/lib/kernel/log";
import { perProcess } from "@/lib/kernel/per-process";
import { doubledPauseMs } from "@/lib/kernel/retry-pause";
import { listenerClient, query } from "./index";

/** The notification channels that every process listens to. */
const CHANNELS = [
  "caller_changed",
  "person_changed",
  "endpoint_changed",
  "changed",
  "events_due",
] as const;
/** The channel on which a process sends notices to itself, to prove that notices arrive. */
const PROBES = "listener_probe";
const PROBE_EVERY_MS = 5_000;
const ANSWER_TIMEOUT_MS = 5_000;
/** Without a proof for this time the connection counts as down, though nothing has closed it. */
const MAX_SILENCE_MS = 12_000;
const PAUSES = { firstMs: 250, maxMs: 5_000 };

const NO_NOTICES =
  "LISTEN connection receives no notices: DATABASE_DIRECT_URL must lead past the pooler. Nothing is cached until then";

export type Channel = (typeof CHANNELS)[number];

interface Subscriber {
  channel: Channel;
  onNotice(payload: string): void;
  /** The connection was lost or opened again, so notifications may have been missed. */
  onReconnect(): void;
}

/**
 * The process's single connection for notifications, outside the pool. Opened for the first subscriber; a lost
 * connection is opened again, with increasing delays. It counts as open only while notices that this process sends to itself
 * through the pool arrive: a pooler accepts LISTEN and passes no notice on, and a network can swallow them.
 */
export class Listener {
  readonly #probeEveryMs: number;
  readonly #subscribers = new Set<Subscriber>();
  #client: pg.Client | undefined;
  #opening: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #provenAtMs = 0;
  #probe: { token: string; end: (hasArrived: boolean) => void } | undefined;
  #checking: Promise<void> | undefined;

  /** The time is shorter in tests. */
  constructor({ probeEveryMs = PROBE_EVERY_MS } = {}) {
    this.#probeEveryMs = probeEveryMs;
  }

  get isUp(): boolean {
    return this.#client !== undefined && performance.now() - this.#provenAtMs < MAX_SILENCE_MS;
  }

  /** Subscribes to the notifications of one channel. Returns the function that unsubscribes. */
  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber);
    if (this.#client === undefined && this.#timer === undefined) void this.#open();
    return () => void this.#subscribers.delete(subscriber);
  }

  /** Waits for a pending connection attempt. Returns whether the connection is open. */
  async ready(): Promise<boolean> {
    await this.#opening;
    return this.isUp;
  }

  /** Closes the connection, also one that is being opened, and removes all subscribers. */
  async close(): Promise<void> {
    this.#subscribers.clear();
    this.#probe?.end(false);
    await this.#opening;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const client = this.#client;
    this.#client = undefined;
    this.#probe?.end(false);
    await this.#checking;
    await client?.end();
  }

  #open(): Promise<void> {
    this.#opening ??= this.#connect().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #connect(): Promise<void> {
    let client: pg.Client | undefined;
    try {
      // Reads the file of sslrootcert, which may be away at this moment.
      client = this.#makeClient();
      await client.connect();
      await client.query([...CHANNELS, PROBES].map((channel) => `LISTEN ${channel}`).join("; "));
      if (!(await this.#probeArrives())) throw new Error(NO_NOTICES);
    } catch (error) {
      log().warn(errorFields(error), "LISTEN connection failed; trying again");
      client?.end().catch(() => undefined);
      this.#failures += 1;
      this.#later(doubledPauseMs(this.#failures, PAUSES), () => this.#open());
      return;
    }
    this.#failures = 0;
    this.#client = client;
    this.#notifyReconnect();
    this.#checkLater(client);
  }

  #makeClient(): pg.Client {
    const client = listenerClient({
      query_timeout: ANSWER_TIMEOUT_MS,
      application_name: "listener",
    });
    client.on("error", () => this.#lose(client));
    client.on("end", () => this.#lose(client));
    client.on("notification", ({ channel, payload = "" }) => this.#onNotice(channel, payload));
    return client;
  }

  #onNotice(channel: string, payload: string): void {
    if (channel === PROBES && payload === this.#probe?.token) this.#probe.end(true);
    for (const subscriber of this.#subscribers)
      if (subscriber.channel === channel) subscriber.onNotice(payload);
  }

  /** Detects a connection that receives nothing any more, also one whose other end disappeared silently. */
  #checkLater(client: pg.Client): void {
    this.#later(this.#probeEveryMs, () => {
      this.#checking = this.#check(client).finally(() => {
        this.#checking = undefined;
      });
    });
  }

  async #check(client: pg.Client): Promise<void> {
    const isAlive = await client.query("SELECT 1").then(
      () => true,
      () => false,
    );
    if (!isAlive || !(await this.#receivesNotices())) this.#lose(client);
    else if (this.#client === client) this.#checkLater(client);
  }

  /** False if a notice was sent and has not arrived. While none can be sent, only the last proof gets older. */
  async #receivesNotices(): Promise<boolean> {
    try {
      return await this.#probeArrives();
    } catch (error) {
      log().warn(errorFields(error), "LISTEN connection not checked");
      return true;
    }
  }

  /**
   * Sends a notice through the pool and returns whether it has arrived in time.
   * @throws if the notice could not be sent
   */
  async #probeArrives(): Promise<boolean> {
    const token = randomUUID();
    const { promise: arrival, resolve: end } = Promise.withResolvers<boolean>();
    this.#probe = { token, end };
    await query("probe_listener", `SELECT pg_notify('${PROBES}', $1)`, [token]);
    const timer = setTimeout(end, ANSWER_TIMEOUT_MS, false);
    timer.unref();
    const hasArrived = await arrival;
    clearTimeout(timer);
    if (hasArrived) this.#provenAtMs = performance.now();
    return hasArrived;
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#notifyReconnect();
    client.end().catch(() => undefined);
    this.#later(0, () => this.#open());
  }

  #notifyReconnect(): void {
    for (const subscriber of this.#subscribers) subscriber.onReconnect();
  }

  #later(pauseMs: number, act: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#subscribers.size > 0) act();
    }, pauseMs);
    // This timer must not keep the process alive; the server does that.
    this.#timer.unref();
  }
}

export function listener(): Listener {
  return perProcess("listener", () => new Listener());
}
