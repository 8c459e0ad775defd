/** Does one thing at most once in an interval, however often it is asked for: at once after a pause, else at its end. */
export class Pace {
  readonly #intervalMs: number;
  readonly #act: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAsked = false;

  constructor(intervalMs: number, act: () => void) {
    this.#intervalMs = intervalMs;
    this.#act = act;
  }

  ask(): void {
    if (this.#timer === undefined) this.#run();
    else this.#isAsked = true;
  }

  /** Nothing is done any more of what was asked for. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isAsked = false;
  }

  #run(): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (!this.#isAsked) return;
      this.#isAsked = false;
      this.#run();
    }, this.#intervalMs);
    this.#act();
  }
}
