const MAX_KEPT_BYTES = 16_384;

/** The beginning of a response body, as text that the database can store. Source: threat 17: 16 kB kept. */
export class KeptBody {
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #isCut = false;

  /** Returns false when the body exceeds the kept size. */
  add(chunk: Buffer): boolean {
    const left = MAX_KEPT_BYTES - this.#bytes;
    this.#isCut = chunk.length > left;
    this.#chunks.push(chunk.subarray(0, left));
    this.#bytes += Math.min(chunk.length, left);
    return !this.#isCut;
  }

  /** Bytes that are not UTF-8 become U+FFFD. A character that was cut in two is removed, and so is NUL. */
  text(): string {
    const decoder = new TextDecoder();
    return decoder
      .decode(Buffer.concat(this.#chunks), { stream: this.#isCut })
      .replaceAll("\0", "");
  }
}
