import { listener } from "@/lib/db/listener";
import { errorFields, log } from "@/lib/kernel/log";
import { Throttle } from "@/lib/kernel/throttle";
import { notifyEventsDue } from "./store";

/** The interval at which a process notifies the workers at most. */
const EVERY_MS = 50;
const RETRY_MS = 1_000;

/** Notifies the workers of events that a process without a dispatcher has committed. */
export class DueNotifier {
  readonly #throttle = new Throttle(EVERY_MS, () => this.#notify());
  #retry: NodeJS.Timeout | undefined;

  /** Reports that deliveries may be due. Cheap to call often. */
  request(): void {
    this.#throttle.request();
  }

  /** Sends the last notice. The events themselves are committed: without it, a worker finds them by its sweep. */
  async stop(): Promise<void> {
    clearTimeout(this.#retry);
    await this.#throttle.stop();
    await this.#notify();
    clearTimeout(this.#retry);
  }

  async #notify(): Promise<void> {
    try {
      await notifyEventsDue();
    } catch (error) {
      log().warn({ failure: errorFields(error) }, "workers not notified of events yet");
      this.#retry = setTimeout(() => this.request(), RETRY_MS);
      this.#retry.unref();
    }
  }
}

/** Calls `wake` when another process has committed events, or may have. Returns the function that ends it. */
export function onDueEvents(wake: () => void): () => void {
  return listener().subscribe({ channel: "events_due", onNotice: wake, onReconnect: wake });
}
