/**
 * Does one thing at most once in an interval, however often it is asked for: at once after a pause, else when the
 * interval is over and the time before is done. It must not throw.
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

  /** Nothing more is done of what was asked for; resolves when what is under way is done. */
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
