import { ApiError, toApiError } from "./api-error";
import { isOffline } from "./connection";
import { type Effect, reportAbandoned, track, wasJustDismissed } from "./in-flight";

const SLOW_AFTER_MS = 5_000;
export const TIMEOUT_MS = 30_000;
/** Two submissions of the same input within this time are a double click or a held key. */
export const REPEAT_MS = 700;
/** The change itself can unmount the form a moment before the response arrives. */
const GRACE_MS = 2_000;
const MS_PER_S = 1_000;

interface SenderOptions<Input, Data> {
  effect: Effect;
  timeoutMs: number;
  /** Sends the request. @throws ApiError, or the error of `fetch` when the signal aborts it. */
  perform: (input: Input, signal: AbortSignal) => Promise<Data>;
  /** The sender stays busy until its promise settles. */
  onDone: (data: Data) => Promise<void> | void;
  onFailed?: (error: ApiError) => void;
}

export interface SenderState {
  isBusy: boolean;
  failure: ApiError | undefined;
}

const IDLE: SenderState = { isBusy: false, failure: undefined };

/** Tells inputs apart. JSON has nothing of a file: two photos of a phone are both `image.jpg`. */
function textOf(input: unknown): string {
  const text = JSON.stringify(input, (_, value) => {
    if (!(value instanceof Blob)) return value;
    const { name, lastModified, size, type }: Partial<File> = value;
    return [name, lastModified, size, type];
  });
  return text ?? "";
}

const noAnswer = (code: string, text: string) => new ApiError({ code, text });

/** This attempt was not sent; the outcome of an earlier attempt may still be unknown. */
function offlineError(isUnknown: boolean): ApiError {
  const text = isUnknown
    ? "You’re offline. This attempt was not sent, but the previous one may have succeeded."
    : "You’re offline. Nothing was sent. Try again when you’re back online.";
  return new ApiError({ code: "OFFLINE", text, isUnknown });
}

/** The request succeeded, and the page failed afterwards. */
function notShownError(effect: Effect, cause: unknown): ApiError {
  const isDone = effect !== "none";
  const text = isDone
    ? "This page could not show the result. Reload the page, and do not send it again."
    : "This page could not show the result. Reload the page, then try again.";
  return new ApiError({ code: "NOT_SHOWN", text, isUnknown: false, isDone, cause });
}

/**
 * Sends a person's requests, once for each intended submission: a double click sends one request; being offline is
 * reported at once and sends nothing; a request that has not left the browser when its form is closed is never sent, also
 * when its fields were still being checked, or a passkey was asked, as the form was closed.
 */
export class Sender<Input, Data> {
  options: SenderOptions<Input, Data>;
  #state = IDLE;
  #ending: AbortController | undefined;
  #graceTimer: ReturnType<typeof setTimeout> | undefined;
  #isDetached = false;
  #last = { text: "", atMs: Number.NEGATIVE_INFINITY };
  readonly #listeners = new Set<() => void>();

  constructor(options: SenderOptions<Input, Data>) {
    this.options = options;
  }

  readonly state = (): SenderState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Returns whether the input is sent; a repeat is not, nor anything of a closed form. */
  readonly send = (input: Input): boolean => {
    if (this.#isDetached || this.#isRepeat(input) || this.#state.isBusy) return false;
    void this.#run(input);
    return true;
  };

  /** Clears the failure of the last request. */
  readonly reset = (): void => this.#change({ ...this.#state, failure: undefined });

  /** The form is mounted. */
  attach(): void {
    this.#isDetached = false;
    clearTimeout(this.#graceTimer);
  }

  /** The form is unmounted: its request is aborted, and it sends no other one. */
  detach(): void {
    this.#isDetached = true;
    const ending = this.#ending;
    if (!ending) return;
    const abandon = () => {
      if (this.#ending !== ending) return;
      ending.abort(noAnswer("STOPPED", "The form was closed before the response arrived."));
      reportAbandoned(this.options.effect);
    };
    if (wasJustDismissed()) abandon();
    else this.#graceTimer = setTimeout(abandon, GRACE_MS);
  }

  #isRepeat(input: Input): boolean {
    const { text, atMs } = this.#last;
    this.#last = { text: textOf(input), atMs: performance.now() };
    return this.#last.text === text && this.#last.atMs - atMs < REPEAT_MS;
  }

  async #run(input: Input): Promise<void> {
    const wasUnknown = this.#state.failure?.isUnknown ?? false;
    this.#change({ isBusy: true, failure: undefined });
    const ending = new AbortController();
    this.#ending = ending;
    let failure: ApiError | undefined;
    try {
      if (await isOffline()) throw offlineError(wasUnknown);
      ending.signal.throwIfAborted();
      const data = await this.#attempt(input, ending);
      this.#ending = undefined;
      failure = await this.#finish(data);
    } catch (error) {
      failure = toApiError(error);
      failure.effect = this.options.effect;
      // Another press is a new attempt, unless the request could then be carried out twice.
      if (!failure.isUnknown || this.options.effect === "once") this.#last.text = "";
      this.options.onFailed?.(failure);
    } finally {
      this.#ending = undefined;
      this.#change({ isBusy: false, failure });
    }
  }

  /** Returns the failure of what follows a success; it says nothing about the request, and is no reason to repeat it. */
  async #finish(data: Data): Promise<ApiError | undefined> {
    const { effect, onDone } = this.options;
    try {
      await onDone(data);
      return undefined;
    } catch (error) {
      const failure = notShownError(effect, error);
      failure.effect = effect;
      return failure;
    }
  }

  async #attempt(input: Input, ending: AbortController): Promise<Data> {
    const { effect, timeoutMs, perform } = this.options;
    const request = track({
      effect,
      isSlow: false,
      keepWaiting: () => request.setSlow(false),
      stop: () =>
        ending.abort(noAnswer("STOPPED", "You stopped waiting before the response arrived.")),
    });
    const slow = setTimeout(() => request.setSlow(true), SLOW_AFTER_MS);
    const timeout = setTimeout(() => {
      const text = `No response arrived within ${timeoutMs / MS_PER_S} seconds.`;
      ending.abort(noAnswer("TIMEOUT", text));
    }, timeoutMs);
    try {
      return await perform(input, ending.signal);
    } catch (error) {
      throw ending.signal.aborted ? ending.signal.reason : error;
    } finally {
      clearTimeout(slow);
      clearTimeout(timeout);
      request.remove();
    }
  }

  #change(next: SenderState): void {
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}
