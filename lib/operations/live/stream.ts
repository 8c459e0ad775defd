import type { ChangeKind } from "@/lib/kernel/changes";
import { Throttle } from "@/lib/kernel/throttle";

/** A stream with more unread events than this is closed: the client reconnects and reloads everything. */
const MAX_WAITING = 16;

const encoder = new TextEncoder();
const event = (name: string, data: string) => encoder.encode(`event: ${name}\ndata: ${data}\n\n`);
const BEAT = event("beat", "");

/**
 * Server-sent events to one client: `change` with the kinds of objects that changed, and `beat`, so that the client
 * detects a dead connection.
 */
export class Stream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #throttle: Throttle;
  readonly #onEnd: () => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #kinds = new Set<ChangeKind>();

  constructor({ everyMs, onEnd }: { everyMs: number; onEnd: () => void }) {
    this.#onEnd = onEnd;
    this.#throttle = new Throttle(everyMs, () => this.#send());
    this.body = new ReadableStream(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        cancel: () => this.#leave(),
      },
      { highWaterMark: MAX_WAITING },
    );
    this.beat();
  }

  /** Sends a notice of these kinds, with others of the same interval. */
  publish(kinds: readonly ChangeKind[]): void {
    for (const kind of kinds) this.#kinds.add(kind);
    this.#throttle.request();
  }

  beat(): void {
    this.#write(BEAT);
  }

  end(): void {
    const controller = this.#controller;
    this.#leave();
    controller?.close();
  }

  #send(): void {
    const kinds = [...this.#kinds];
    this.#kinds = new Set();
    this.#write(event("change", JSON.stringify(kinds)));
  }

  #write(chunk: Uint8Array): void {
    this.#controller?.enqueue(chunk);
    if ((this.#controller?.desiredSize ?? 0) < 0) this.end();
  }

  #leave(): void {
    if (!this.#controller) return;
    this.#controller = undefined;
    void this.#throttle.stop();
    this.#onEnd();
  }
}
