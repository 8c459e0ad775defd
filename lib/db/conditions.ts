/** Conditions of one SQL statement, as many as are asked for, and the values that stand in them. */
export class Conditions {
  readonly values: unknown[] = [];
  readonly #texts: string[] = [];

  /** `?` in the text is where the value stands. Nothing is added when there is no value. */
  add(text: string, value: unknown): void {
    if (value === undefined) return;
    this.values.push(value);
    this.#texts.push(text.replace("?", `$${this.values.length}`));
  }

  /** What has no value. */
  always(text: string): void {
    this.#texts.push(text);
  }

  get text(): string {
    return this.#texts.join(" AND ");
  }
}
