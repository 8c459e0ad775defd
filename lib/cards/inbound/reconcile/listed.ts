import type { IssuedPosting } from "../issued-posting";

/**
 * What an issuer has listed. The ids of postings are kept for the compared period alone: the list goes back further, and a
 * month of a large programme would fill the memory.
 */
export class Listed {
  readonly #from: Date;
  readonly #postingIds = new Set<string>();
  readonly #unreadableIds = new Set<string>();
  #count = 0;

  /** @param from the time of the earliest posting that is looked up */
  constructor(from: Date) {
    this.#from = from;
  }

  /** How many postings the issuer has listed. */
  get count(): number {
    return this.#count;
  }

  /** How many ids of postings are kept. */
  get kept(): number {
    return this.#postingIds.size;
  }

  add(postings: readonly IssuedPosting[], unreadable: readonly { id: string }[]): void {
    this.#count += postings.length;
    for (const { id, at } of postings) if (at >= this.#from) this.#postingIds.add(id);
    for (const { id } of unreadable) this.#unreadableIds.add(id);
  }

  /** Whether the issuer has listed a posting of the period, or something unreadable in its place. */
  has({ id, issuerTransactionId }: { id: string; issuerTransactionId: string }): boolean {
    const unreadable = this.#unreadableIds;
    return this.#postingIds.has(id) || unreadable.has(id) || unreadable.has(issuerTransactionId);
  }
}
