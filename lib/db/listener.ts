// SQL: LISTEN, which Prisma Client does not have.

import type pg from "pg";
import { errorFields, log } from "@/lib/kernel/log";
import { perProcess } from "@/lib/kernel/per-process";
import { listenerClient } from "./index";

/** The notification channels that every process listens to. */
const CHANNELS = [
  "caller_changed",
  "person_changed",
  "endpoint_changed",
  "changed",
  "events_due",
] as const;
const PING_EVERY_MS = 15_000;
const ANSWER_TIMEOUT_MS = 5_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;

export type Channel = (typeof CHANNELS)[number];

interface Subscriber {
  channel: Channel;
  onNotice(payload: string): void;
  /** The connection was lost or opened again, so notifications may have been missed. */
  onReconnect(): void;
}

/**
 * The process's single connection for notifications, outside the pool. Opened for the first subscriber; a lost
 * connection is opened again, with increasing delays.
 */
export class Listener {
  readonly #subscribers = new Set<Subscriber>();
  #client: pg.Client | undefined;
  #opening: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;

  get isUp(): boolean {
    return this.#client !== undefined;
  }

  /** Subscribes to the notifications of one channel. Returns the function that unsubscribes. */
  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber);
    if (!this.isUp && this.#timer === undefined) void this.#open();
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
    await this.#opening;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }

  #open(): Promise<void> {
    this.#opening ??= this.#connect().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #connect(): Promise<void> {
    const client = listenerClient({
      query_timeout: ANSWER_TIMEOUT_MS,
      application_name: "listener",
    });
    client.on("error", () => this.#lose(client));
    client.on("end", () => this.#lose(client));
    client.on("notification", ({ channel, payload = "" }) => {
      for (const subscriber of this.#subscribers)
        if (subscriber.channel === channel) subscriber.onNotice(payload);
    });
    try {
      await client.connect();
      await client.query(CHANNELS.map((channel) => `LISTEN ${channel}`).join("; "));
    } catch (error) {
      log().warn(errorFields(error), "LISTEN connection failed; trying again");
      client.end().catch(() => undefined);
      this.#later(Math.min(FIRST_PAUSE_MS * 2 ** this.#failures, MAX_PAUSE_MS), () => this.#open());
      this.#failures += 1;
      return;
    }
    this.#failures = 0;
    this.#client = client;
    this.#notifyReconnect();
    this.#ping(client);
  }

  /** Detects a connection whose other end disappeared silently. */
  #ping(client: pg.Client): void {
    this.#later(PING_EVERY_MS, () => {
      client.query("SELECT 1").then(
        () => this.#client === client && this.#ping(client),
        () => this.#lose(client),
      );
    });
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
