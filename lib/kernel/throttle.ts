/**
 * Runs an action at most once per interval, whatever the number of requests: at once if idle, else when the interval is
 * over and the previous run has ended. The action must not throw.
 */
export class Throttle {
  readonly #intervalMs: number;
  readonly #act: () => unknown;
  #isAsked = false;
  #running: Promise<void> | undefined;
  #endPause: (() => void) | undefined;

  constructor(intervalMs: number, act: () => unknown) {
    this.#intervalMs = intervalMs;
    this.#act = act;
  }

  request(): void {
    this.#isAsked = true;
    this.#running ??= this.#run();
  }

  /** Discards pending requests; resolves when the current run has ended. */
  async stop(): Promise<void> {
    this.#isAsked = false;
    this.#endPause?.();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#isAsked) {
      this.#isAsked = false;
      const pause = this.#pause();
      await this.#act();
      await pause;
    }
    this.#running = undefined;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#intervalMs);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
