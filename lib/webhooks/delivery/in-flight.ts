/** Counts the requests in flight in this process, in total and per partner. */
export class InFlight {
  readonly #byPartner = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  /** Partners with at least one request in flight. */
  byPartner(): Record<string, number> {
    return Object.fromEntries(this.#byPartner);
  }

  add(partnerId: string): void {
    this.#byPartner.set(partnerId, (this.#byPartner.get(partnerId) ?? 0) + 1);
    this.#total += 1;
  }

  remove(partnerId: string): void {
    const left = (this.#byPartner.get(partnerId) ?? 0) - 1;
    if (left > 0) this.#byPartner.set(partnerId, left);
    else this.#byPartner.delete(partnerId);
    this.#total -= 1;
  }
}
