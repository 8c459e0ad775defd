/** Longer than two intervals of the server's beat: after this silence the connection is considered dead. */
const SILENCE_MS = 50_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;

/** The used part of `EventSource`. */
export interface EventStream {
  addEventListener(name: string, listener: (event: { data: string }) => void): void;
  close(): void;
}

interface LinkOptions {
  open: () => EventStream;
  /** A stream is open; changes before this moment are unknown. */
  onOpen: () => void;
  onChange: (kinds: readonly string[]) => void;
  /** The stream was cut and could not be reopened at once. */
  onLost: () => void;
}

/** Keeps a stream open: reconnects after a cut, with increasing pauses. */
export class Link {
  readonly #options: LinkOptions;
  #stream: EventStream | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  /** Opens the stream, unless it is open. */
  start(): void {
    if (this.#stream || this.#timer !== undefined) return;
    this.#open();
  }

  /** Closes the stream; no callback is called afterwards. */
  stop(): void {
    this.#close();
    this.#failures = 0;
  }

  #open(): void {
    const stream = this.#options.open();
    this.#stream = stream;
    this.#wait(SILENCE_MS, () => this.#lose());
    stream.addEventListener("open", () => {
      this.#failures = 0;
      this.#heard();
      this.#options.onOpen();
    });
    stream.addEventListener("error", () => this.#lose());
    stream.addEventListener("beat", () => this.#heard());
    stream.addEventListener("change", ({ data }) => {
      this.#heard();
      this.#options.onChange(JSON.parse(data));
    });
  }

  #heard(): void {
    this.#wait(SILENCE_MS, () => this.#lose());
  }

  #lose(): void {
    this.#close();
    this.#failures += 1;
    // The first failure is often a restart, or a proxy that ends an old connection, and is not reported.
    if (this.#failures === 2) this.#options.onLost();
    const longestMs = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures, MAX_PAUSE_MS);
    // A random pause, so that not all clients reconnect at once.
    this.#wait(longestMs * (0.5 + Math.random() / 2), () => this.#open());
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#stream?.close();
    this.#stream = undefined;
  }

  #wait(pauseMs: number, act: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      act();
    }, pauseMs);
  }
}
